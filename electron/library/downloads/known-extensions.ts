import type { Medium } from '../../../shared/form/json-schema.ts'

type Known = { readonly medium: Medium; readonly contentType: string }

/** Content types of 3D models by extension. These formats are text, or don't have magic bytes that distinguish them. */
export const modelContentTypes: Readonly<Record<string, string>> = {
  gltf: 'model/gltf+json',
  obj: 'model/obj',
  mtl: 'model/mtl',
  ply: 'model/ply',
  dae: 'model/vnd.collada+xml',
  usda: 'model/vnd.usda',
  usdz: 'model/vnd.usdz+zip',
  usdc: 'model/vnd.usd',
  stl: 'model/stl',
  '3ds': 'application/x-3ds',
  bvh: 'model/x-bvh'
}

const otherModelTypes = {
  glb: 'model/gltf-binary',
  vrm: 'model/gltf-binary',
  '3mf': 'model/3mf',
  fbx: 'application/x.autodesk.fbx',
  spz: 'model/x-spz',
  splat: 'model/x-splat'
}
const imageTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
  jxl: 'image/jxl',
  exr: 'image/x-exr',
  hdr: 'image/vnd.radiance',
  tga: 'image/x-tga',
  psd: 'image/vnd.adobe.photoshop'
}
const videoTypes = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/matroska',
  avi: 'video/x-msvideo',
  mpg: 'video/mpeg',
  ts: 'video/mp2t',
  wmv: 'video/x-ms-wmv'
}
const audioTypes = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  aiff: 'audio/aiff',
  mid: 'audio/midi',
  wma: 'audio/x-ms-wma'
}

/**
 * All extensions for files that can't be identified by their bytes. No operating system executes files with these extensions. Kiln's own
 * extensions, such as `part` and `made`, aren't included.
 */
export const knownExtensions: ReadonlyMap<string, Known> = new Map([
  ...entriesOf('image', imageTypes),
  ...entriesOf('video', videoTypes),
  ...entriesOf('audio', audioTypes),
  ...entriesOf('model', { ...otherModelTypes, ...modelContentTypes })
])

function entriesOf(medium: Medium, types: Readonly<Record<string, string>>): readonly (readonly [string, Known])[] {
  return Object.entries(types).map(([extension, contentType]) => [extension, { medium, contentType }])
}
