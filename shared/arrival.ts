import type { DeepLink } from './deep-link.ts'
import type { DraftMedia } from './media-facts.ts'

/** What the system handed to Kiln: a link that was followed, or files that are to be opened with it. */
export type Arrival =
  | { readonly kind: 'link'; readonly link: DeepLink }
  /** Somebody followed a link to Kiln that is none. Its text is not shown: it may say anything. */
  | { readonly kind: 'strange-link' }
  /** `unreadable`: names of those that could not be opened. */
  | { readonly kind: 'files'; readonly files: readonly DraftMedia[]; readonly unreadable: readonly string[] }
