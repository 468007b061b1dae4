import type { LocalMedia } from '../../../shared/form/media-facts.ts'
import type { Outcome } from '../../../shared/ipc/outcome.ts'
import { saveCreatedFile } from '../inspect-or-save-file.ts'
import clip from './samples/clip.mp4'
import dune from './samples/dune.webp'
import fruit from './samples/fruit.webp'
import marble from './samples/marble.webp'
import people from './samples/people.webp'
import portrait from './samples/portrait.webp'
import stairs from './samples/stairs.webp'
import still from './samples/still.webp'
import model from './samples/vase.glb?url'
import vase from './samples/vase.webp'

/** URLs of the bundled files, by the names that the examples use. */
const sampleUrls: { readonly [sample: string]: string } = {
  clip,
  dune,
  fruit,
  marble,
  people,
  portrait,
  stairs,
  still,
  vase,
  'vase.glb': model
}

/** Saves a bundled file for a form. Main keeps the copy with other pasted files. */
export async function saveSampleFile(sample: string): Promise<Outcome<LocalMedia>> {
  const response = await fetch(sampleUrls[sample] ?? '')
  return saveCreatedFile(await response.blob(), sample.replace(/\..*$/, ''))
}
