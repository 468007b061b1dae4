/** Lighting options for a 3D model. */
export const modelLights = ['soft', 'side', 'flat'] as const
export type ModelLight = (typeof modelLights)[number]

/** Content types of the 3D formats that Kiln can display. */
const drawn: ReadonlySet<string> = new Set(['model/gltf-binary', 'model/gltf+json', 'model/stl', 'model/ply', 'model/obj'])

export function canDisplayModel(contentType: string, bytes: number): boolean {
  return drawn.has(contentType) && !isModelTooLarge(contentType, bytes)
}

/** Maximum size of a model file in bytes. A larger file would leave too little memory for the rest of the app. */
const maxBytes = 400 * 1024 * 1024
/** Smaller maximum for text formats, in bytes. They are parsed character by character, which blocks the window. */
const maxBytesOfText = 64 * 1024 * 1024
export function isModelTooLarge(contentType: string, bytes: number): boolean {
  return bytes > (mayBeTextModel(contentType, bytes) ? maxBytesOfText : maxBytes)
}

/**
 * True if the file may be in a text format. A binary STL has an 80-byte header, a 4-byte count and 50 bytes for each triangle. A PLY file
 * may be binary or text.
 */
export function mayBeTextModel(contentType: string, bytes: number): boolean {
  if (contentType === 'model/stl') return (bytes - 84) % 50 !== 0
  return contentType === 'model/obj' || contentType === 'model/ply'
}
