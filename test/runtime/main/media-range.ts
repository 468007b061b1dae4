export type MediaRange = { readonly start: number; readonly total: number | '*' }

/**
 * Returns the range that Chromium's media loader infers from a partial response. Null if the response isn't partial.
 * For schemes other than http, the loader ignores `Content-Range`. It assumes that the body starts at the requested byte and that the file
 * ends after `Content-Length`. A response that is shorter than requested therefore ends the video
 * (media/…/resource_multi_buffer_data_provider.cc).
 */
export function mediaRange(status: number, asked: string | null, contentLength: string | null): MediaRange | null {
  const start = Number(/^bytes=(\d+)-/.exec(asked ?? '')?.[1] ?? 0)
  if (status !== 206) return null
  return { start, total: contentLength === null ? '*' : start + Number(contentLength) }
}
