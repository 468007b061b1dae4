import { useCallback, useState } from 'react'
import type { Extent } from '../zoom/zoom.ts'

/**
 * Decoded images, which can be shown without delay. `decoded`: size of each image in pixels, by URL. Call `onDecoded` once an image is
 * decoded.
 */
export type DecodedImages = {
  readonly decoded: ReadonlyMap<string, Extent>
  readonly onDecoded: (src: string, extent: Extent) => void
}

/** Maximum number of images to remember. The browser has probably freed the pixels of older images. */
const maxRemembered = 24

export function useDecodedImages(): DecodedImages {
  const [decoded, setDecoded] = useState<ReadonlyMap<string, Extent>>(() => new Map())
  const onDecoded = useCallback((src: string, extent: Extent): void => {
    setDecoded((before) => {
      const known = before.get(src)
      if (known?.width === extent.width && known.height === extent.height) return before
      return new Map([...[...before].filter(([address]) => address !== src).slice(1 - maxRemembered), [src, extent]])
    })
  }, [])
  return { decoded, onDecoded }
}
