/** Asks for the larger of the two thumbnails. */
export const largeSearch = '?large'

/** Where a result and its thumbnail are served, over the app's own protocol (same origin as the page). */
export const mediaPaths = {
  result: (itemId: string) => `/media/result/${itemId}`,
  thumbnail: (itemId: string) => `/media/thumbnail/${itemId}`,
  largeThumbnail: (itemId: string) => `/media/thumbnail/${itemId}${largeSearch}`,
  face: (key: string) => `/media/face/${key}`,
  draft: (draft: string) => `/media/draft/${draft}`
} as const
