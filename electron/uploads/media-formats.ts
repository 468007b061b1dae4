import type { InputMedium } from '../../shared/form/json-schema.ts'

export type MediaFormat = { readonly medium: InputMedium; readonly format: string; readonly contentType: string }

function formatOf(medium: InputMedium, format: string, contentType: string): MediaFormat {
  return { medium, format, contentType }
}

/**
 * Supported media formats, by the extension that `file-type` detects from the content. SVG is excluded, because it contains drawing
 * instructions instead of pixels.
 */
export const mediaFormats: Readonly<Record<string, MediaFormat>> = {
  jpg: formatOf('image', 'jpg', 'image/jpeg'),
  png: formatOf('image', 'png', 'image/png'),
  apng: formatOf('image', 'png', 'image/png'),
  gif: formatOf('image', 'gif', 'image/gif'),
  webp: formatOf('image', 'webp', 'image/webp'),
  tif: formatOf('image', 'tiff', 'image/tiff'),
  bmp: formatOf('image', 'bmp', 'image/bmp'),
  avif: formatOf('image', 'avif', 'image/avif'),
  heic: formatOf('image', 'heic', 'image/heic'),
  jxl: formatOf('image', 'jxl', 'image/jxl'),
  mp4: formatOf('video', 'mp4', 'video/mp4'),
  m4v: formatOf('video', 'mp4', 'video/mp4'),
  mov: formatOf('video', 'mov', 'video/quicktime'),
  webm: formatOf('video', 'webm', 'video/webm'),
  mkv: formatOf('video', 'mkv', 'video/matroska'),
  avi: formatOf('video', 'avi', 'video/x-msvideo'),
  mpg: formatOf('video', 'mpg', 'video/mpeg'),
  mts: formatOf('video', 'ts', 'video/mp2t'),
  '3gp': formatOf('video', '3gp', 'video/3gpp'),
  '3g2': formatOf('video', '3g2', 'video/3gpp2'),
  flv: formatOf('video', 'flv', 'video/x-flv'),
  ogv: formatOf('video', 'ogv', 'video/ogg'),
  mp3: formatOf('audio', 'mp3', 'audio/mpeg'),
  wav: formatOf('audio', 'wav', 'audio/wav'),
  flac: formatOf('audio', 'flac', 'audio/flac'),
  m4a: formatOf('audio', 'm4a', 'audio/mp4'),
  aac: formatOf('audio', 'aac', 'audio/aac'),
  ogg: formatOf('audio', 'ogg', 'audio/ogg'),
  oga: formatOf('audio', 'ogg', 'audio/ogg'),
  opus: formatOf('audio', 'opus', 'audio/ogg'),
  aif: formatOf('audio', 'aiff', 'audio/aiff'),
  amr: formatOf('audio', 'amr', 'audio/amr'),
  glb: formatOf('model', 'glb', 'model/gltf-binary'),
  stl: formatOf('model', 'stl', 'model/stl'),
  '3mf': formatOf('model', '3mf', 'model/3mf'),
  fbx: formatOf('model', 'fbx', 'application/x.autodesk.fbx')
}

/** Audio formats for video containers that contain only audio, by the container's format. */
export const audioOnlyFormats: Readonly<Record<string, MediaFormat>> = {
  mp4: formatOf('audio', 'm4a', 'audio/mp4'),
  webm: formatOf('audio', 'webm', 'audio/webm'),
  mkv: formatOf('audio', 'mka', 'audio/matroska')
}
