import { handleImageCalls } from '../images/handle-image-calls.ts'
import { sharp } from '../images/sharp.ts'
import { drawPreview, isGroupPortrait, previewSize } from './generators/face-preview.ts'
import { makeImage } from './generators/image.ts'

type Size = { readonly width: number; readonly height: number }

const pictureJobs = {
  makePicture: (...given: Parameters<typeof makeImage>): Promise<Uint8Array> => makeImage(...given),
  drawPreview: (...given: Parameters<typeof drawPreview>): Promise<Uint8Array> => drawPreview(...given),
  previewSize,
  isPortrait: isGroupPortrait,
  /** Returns an image's size in pixels, as displayed. Null if the image is broken. */
  sizeOf: (picture: Uint8Array): Promise<Size | null> =>
    sharp(picture)
      .metadata()
      .then(
        ({ autoOrient }) => autoOrient,
        () => null
      )
}
export type PracticeImageJobs = typeof pictureJobs

handleImageCalls(pictureJobs)
