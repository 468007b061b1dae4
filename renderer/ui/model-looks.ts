/** How a model is lit. */
export const modelLights = ['soft', 'side', 'flat'] as const
export type ModelLight = (typeof modelLights)[number]

/** Formats that Kiln can draw, by content type. */
const drawn: ReadonlySet<string> = new Set(['model/gltf-binary', 'model/gltf+json', 'model/stl', 'model/ply', 'model/obj'])

export function canBeDrawn(contentType: string, bytes: number): boolean {
  return drawn.has(contentType) && !isTooLarge(contentType, bytes)
}

/** Larger ones would take the memory of everything else. */
const mostBytes = 400 * 1024 * 1024
/** What is written as text is read letter by letter, and nothing else in the window moves meanwhile. */
const mostBytesOfText = 64 * 1024 * 1024
export function isTooLarge(contentType: string, bytes: number): boolean {
  return bytes > (mayBeText(contentType, bytes) ? mostBytesOfText : mostBytes)
}

/** An STL of bytes has a head of 80, a count of 4, and 50 for each triangle; a PLY may be either. */
export function mayBeText(contentType: string, bytes: number): boolean {
  if (contentType === 'model/stl') return (bytes - 84) % 50 !== 0
  return contentType === 'model/obj' || contentType === 'model/ply'
}
