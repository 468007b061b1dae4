import { handleImageCalls } from '../../../electron/images/handle-image-calls.ts'
import { chooseBackground } from '../../../electron/practice/generators/backgrounds.ts'

const groundJobs = {
  /** Returns the raw pixels of a 480 × 480 background for the prompt `words`. */
  pixelsOf: async (words: string): Promise<Uint8Array> => (await chooseBackground(words, 480, 480, 3)).raw().toBuffer()
}
export type BackgroundJobs = typeof groundJobs

handleImageCalls(groundJobs)
