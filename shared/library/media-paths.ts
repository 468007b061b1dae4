/** Query parameter that requests the larger of the two thumbnails. */
export const largeThumbnailParameter = 'large'

type Versioned = { readonly id: string; readonly version: string }

/** URL paths of results and other media on the app's own protocol (same origin as the page). */
export const mediaPaths = {
  result: (itemId: string) => `/media/result/${itemId}`,
  thumbnail: (itemId: string) => `/media/thumbnail/${itemId}`,
  /**
   * Paths for tiles. A tile remains displayed when its file changes. `version` changes with the file's content, so that the tile loads the
   * new content.
   */
  tileFile: ({ id, version }: Versioned) => `/media/result/${id}?version=${version}`,
  tileThumbnail: ({ id, version }: Versioned, size: 'small' | 'large') =>
    `/media/thumbnail/${id}?${size === 'large' ? `${largeThumbnailParameter}&` : ''}version=${version}`,
  face: (key: string) => `/media/face/${key}`,
  draft: (draft: string) => `/media/draft/${draft}`
} as const
