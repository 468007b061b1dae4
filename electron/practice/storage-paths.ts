import type { InputMedium } from '../../shared/json-schema.ts'

/** Blob names are stored. Don't change their form. */
export function uploadBlobName(uploadId: string): string {
  return uploadId
}
export function resultBlobName(taskId: string, index: number): string {
  return `${taskId}-${index}`
}

export function uploadPath(uploadId: string, fileName: string): string {
  // A quote is legal in a path, but it makes command lines harder to read.
  return `/uploads/${uploadId}/${encodeURIComponent(fileName.toWellFormed()).replaceAll("'", '%27')}`
}
export function resultPath(taskId: string, index: number, contentType: string): string {
  return `/results/${taskId}/${index}/${index + 1}.${endings[contentType] ?? 'bin'}`
}

const endings: { readonly [contentType: string]: string } = {
  'image/png': 'png',
  'video/mp4': 'mp4',
  'audio/wav': 'wav',
  'model/gltf-binary': 'glb'
}

/** Prefixes of the MIME types accepted as an upload of a medium. */
export const contentTypePrefixes: { readonly [medium in InputMedium]: string } = {
  image: 'image/',
  video: 'video/',
  audio: 'audio/',
  model: 'model/'
}
