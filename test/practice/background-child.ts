import { handleImageCalls } from '../../electron/images/handle-image-calls.ts'
import { chooseBackground } from '../../electron/practice/generators/backgrounds.ts'

const groundJobs = {
  /** Raw pixels of a background of 480 x 480 pixels. */
  pixelsOf: async (words: string): Promise<Uint8Array> => (await chooseBackground(words, 480, 480, 3)).raw().toBuffer()
}
export type GroundJobs = typeof groundJobs

handleImageCalls(groundJobs)
