import type { InputMedium } from '../../shared/json-schema.ts'

/** Names of things in storage. Stored; do not rename. */
export function uploadBlobName(uploadId: string): string {
  return uploadId
}
export function resultBlobName(taskId: string, index: number): string {
  return `${taskId}-${index}`
}

export function uploadPath(uploadId: string, fileName: string): string {
  // A quote in a path is legal and makes every command line with it harder to read.
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

/** How the MIME types of an upload for a medium start. */
export const contentTypeStarts: { readonly [medium in InputMedium]: string } = {
  image: 'image/',
  video: 'video/',
  audio: 'audio/',
  model: 'model/'
}
