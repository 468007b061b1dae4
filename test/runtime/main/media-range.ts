export type MediaRange = { readonly start: number; readonly total: number | '*' }

/**
 * The range that Chromium's media loader infers from a partial response over a scheme other than http. The body starts at the requested
 * byte, and the file ends after `Content-Length`. The loader ignores `Content-Range`, so a response shorter than requested ends the video
 * (media/…/resource_multi_buffer_data_provider.cc). Null if the response isn't partial.
 */
export function mediaRange(status: number, asked: string | null, contentLength: string | null): MediaRange | null {
  const start = Number(/^bytes=(\d+)-/.exec(asked ?? '')?.[1] ?? 0)
  if (status !== 206) return null
  return { start, total: contentLength === null ? '*' : start + Number(contentLength) }
}
