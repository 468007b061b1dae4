/** How a model is lit. */
export const modelLights = ['soft', 'side', 'flat'] as const
export type ModelLight = (typeof modelLights)[number]

/** Formats that Kiln can draw, by content type. */
const drawn: ReadonlySet<string> = new Set(['model/gltf-binary', 'model/gltf+json', 'model/stl', 'model/ply', 'model/obj'])

export function canBeDrawn(contentType: string, bytes: number): boolean {
  return drawn.has(contentType) && !isTooLarge(bytes)
}

/** Larger ones would take the memory of everything else. */
const mostBytes = 400 * 1024 * 1024
export function isTooLarge(bytes: number): boolean {
  return bytes > mostBytes
}
