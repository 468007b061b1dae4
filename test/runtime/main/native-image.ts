import { readFileSync } from 'node:fs'
import type Electron from 'electron'
import { throwOnMissingMembers } from '../not-implemented.ts'

type Built = Pick<
  Electron.NativeImage,
  'addRepresentation' | 'getSize' | 'isEmpty' | 'isTemplateImage' | 'setTemplateImage' | 'toPNG' | 'toDataURL'
>

/** Creates an image from the bytes of a PNG file. The image is empty for other formats. */
export function createNativeImage(bytes: Buffer): Electron.NativeImage {
  let isTemplate = false
  const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG'
  return throwOnMissingMembers<Electron.NativeImage>('NativeImage', {
    isEmpty: () => !isPng,
    // Ignored: representations are for other pixel densities. The stand-in has one screen with one pixel per point.
    addRepresentation: () => {},
    isTemplateImage: () => isTemplate,
    setTemplateImage: (isOne) => {
      isTemplate = isOne
    },
    // The PNG header is at the start, with width and height at offsets 16 and 20.
    getSize: () => (isPng ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : { width: 0, height: 0 }),
    toPNG: () => (isPng ? bytes : Buffer.alloc(0)),
    toDataURL: () => `data:image/png;base64,${isPng ? bytes.toString('base64') : ''}`
  } satisfies Built)
}

export const nativeImage = throwOnMissingMembers<typeof Electron.nativeImage>('nativeImage', {
  createEmpty: () => createNativeImage(Buffer.alloc(0)),
  createFromBuffer: createNativeImage,
  createFromDataURL: (url: string) => createNativeImage(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')),
  createFromPath: (path: string) => createNativeImage(readOrNothing(path))
})

/** Reads a file. Returns an empty buffer if the file can't be read, because Electron then returns an empty image. */
function readOrNothing(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}
