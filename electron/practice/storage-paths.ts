import type { InputMedium } from '../../shared/form/json-schema.ts'

/** Returns an upload's blob name. Blob names are stored on disk, so their format must not change. */
export function uploadBlobName(uploadId: string): string {
  return uploadId
}
export function resultBlobName(taskId: string, index: number): string {
  return `${taskId}-${index}`
}

export function uploadPath(uploadId: string, fileName: string): string {
  // Encodes single quotes too. They're valid in a path, but make the upload command harder to read.
  return `/uploads/${uploadId}/${encodeURIComponent(fileName.toWellFormed()).replaceAll("'", '%27')}`
}
export function resultPath(taskId: string, index: number, contentType: string): string {
  return `/results/${taskId}/${index}/${index + 1}.${endings[contentType] ?? 'bin'}`
}

/** Returns a voice sample's path. Samples don’t expire, so their URLs aren’t signed. */
export function voiceSamplePath(voice: string): string {
  return `/samples/${voice}.wav`
}

const endings: { readonly [contentType: string]: string } = {
  'image/png': 'png',
  'video/mp4': 'mp4',
  'audio/wav': 'wav',
  'model/gltf-binary': 'glb'
}

/** Required prefix of an upload's MIME type, by medium. */
export const contentTypePrefixes: { readonly [medium in InputMedium]: string } = {
  image: 'image/',
  video: 'video/',
  audio: 'audio/',
  model: 'model/'
}
