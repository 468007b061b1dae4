import { say } from '../i18n/say.ts'

/** Returns the text that refers to an image in a prompt, such as "image 1". `index` is zero-based. */
export function imageReferenceText(index: number): string {
  return say('image {place}', { place: index + 1 })
}
