import { readFileSync } from 'node:fs'
import type Electron from 'electron'
import { onlyBuilt } from '../only-built.ts'

type Built = Pick<
  Electron.NativeImage,
  'addRepresentation' | 'getSize' | 'isEmpty' | 'isTemplateImage' | 'setTemplateImage' | 'toPNG' | 'toDataURL'
>

/** A picture as it was given; only PNG is understood. */
export function nativeImageOf(bytes: Buffer): Electron.NativeImage {
  let isTemplate = false
  const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG'
  return onlyBuilt<Electron.NativeImage>('NativeImage', {
    isEmpty: () => !isPng,
    // Pictures for other screens: there is one screen here, of one pixel per point.
    addRepresentation: () => {},
    isTemplateImage: () => isTemplate,
    setTemplateImage: (isOne) => {
      isTemplate = isOne
    },
    // The header comes first: width and height stand at 16 and 20.
    getSize: () => (isPng ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : { width: 0, height: 0 }),
    toPNG: () => (isPng ? bytes : Buffer.alloc(0)),
    toDataURL: () => `data:image/png;base64,${isPng ? bytes.toString('base64') : ''}`
  } satisfies Built)
}

export const nativeImage = onlyBuilt<typeof Electron.nativeImage>('nativeImage', {
  createEmpty: () => nativeImageOf(Buffer.alloc(0)),
  createFromBuffer: nativeImageOf,
  createFromDataURL: (url: string) => nativeImageOf(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')),
  createFromPath: (path: string) => nativeImageOf(readOrNothing(path))
})

/** Electron gives an empty picture for a file that cannot be read. */
function readOrNothing(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}
