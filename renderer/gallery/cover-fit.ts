/** Maximum fraction of an image that a cover may crop. */
const maxLoss = 0.25

/**
 * Returns how an image fills a cover. `ratio` is the cover's width divided by its height. An image is cropped only if the crop removes at
 * most `maxLoss`. An image of unknown size is shown whole.
 */
export function coverFit(
  { width, height }: { readonly width: number | null; readonly height: number | null },
  ratio: number
): 'cover' | 'contain' {
  if (width === null || height === null) return 'contain'
  const own = width / height
  return Math.min(own, ratio) / Math.max(own, ratio) >= 1 - maxLoss ? 'cover' : 'contain'
}
