import type { DeepLink } from './deep-link.ts'
import type { LocalMedia } from '../form/media-facts.ts'

/** Something that the system passed to Kiln: a followed link, or files to open with Kiln. */
export type OpenRequest =
  | { readonly kind: 'link'; readonly link: DeepLink }
  /** A followed link that isn't a valid Kiln link. The link's text isn't shown, because it may be malicious. */
  | { readonly kind: 'strange-link' }
  /** `unreadable`: names of files that couldn't be opened. */
  | { readonly kind: 'files'; readonly files: readonly LocalMedia[]; readonly unreadable: readonly string[] }
