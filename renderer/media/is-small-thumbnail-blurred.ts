/** Minimum size at which a small thumbnail is blurred, in device pixels along its longest side. */
const blurredFrom = 340

/** True if an image is too large for its small thumbnail. `longestSide` is in CSS pixels. */
export function isSmallThumbnailBlurred(longestSide: number): boolean {
  return longestSide * window.devicePixelRatio >= blurredFrom
}
