/** How a model is lit. */
export const modelLights = ['soft', 'side', 'flat'] as const
export type ModelLight = (typeof modelLights)[number]

/** Formats that Kiln can draw, by content type. */
const drawn: ReadonlySet<string> = new Set(['model/gltf-binary', 'model/gltf+json', 'model/stl', 'model/ply', 'model/obj'])

export function canBeDrawn(contentType: string, bytes: number): boolean {
  return drawn.has(contentType) && !isTooLarge(contentType, bytes)
}

/** Larger files would take memory from everything else. */
const maxBytes = 400 * 1024 * 1024
/** Text formats are parsed character by character, which blocks the window. */
const maxBytesOfText = 64 * 1024 * 1024
export function isTooLarge(contentType: string, bytes: number): boolean {
  return bytes > (mayBeText(contentType, bytes) ? maxBytesOfText : maxBytes)
}

/** A binary STL has an 80-byte header, a 4-byte count and 50 bytes for each triangle. A PLY may be either. */
export function mayBeText(contentType: string, bytes: number): boolean {
  if (contentType === 'model/stl') return (bytes - 84) % 50 !== 0
  return contentType === 'model/obj' || contentType === 'model/ply'
}
