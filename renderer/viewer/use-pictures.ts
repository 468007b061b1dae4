import { useCallback, useState } from 'react'
import type { Extent } from './zoom.ts'

/** Pictures that are decoded: shown, they are there in the same frame. By address. */
export type Pictures = {
  readonly decoded: ReadonlyMap<string, Extent>
  readonly onDecoded: (src: string, extent: Extent) => void
}

/** More are not remembered: the browser has let the pixels of the oldest go by then. */
const mostRemembered = 24

export function usePictures(): Pictures {
  const [decoded, setDecoded] = useState<ReadonlyMap<string, Extent>>(() => new Map())
  const onDecoded = useCallback((src: string, extent: Extent): void => {
    setDecoded((before) => {
      const known = before.get(src)
      if (known?.width === extent.width && known.height === extent.height) return before
      return new Map([...[...before].filter(([address]) => address !== src).slice(1 - mostRemembered), [src, extent]])
    })
  }, [])
  return { decoded, onDecoded }
}
