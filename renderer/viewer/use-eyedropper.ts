import { useEffect, useRef, useState } from 'react'
import type { ImagePlacement } from './frame.ts'
import { pixelAt } from './frame.ts'
import type { PixelColor } from './pixel-color.ts'
import type { StageViewport } from '../zoom/use-stage-viewport.ts'
import type { Extent, Point } from '../zoom/zoom.ts'

export type PickedPixel = { readonly pixel: Point; readonly color: PixelColor }

export type Eyedropper = {
  readonly isOn: boolean
  readonly toggle: () => void
  /** The picked pixel. Null if none is picked, such as when the pointer is outside the image. */
  readonly picked: PickedPixel | null
  /** Picks the pixel at the offset `by` from the picked pixel, in image pixels. Starts in the middle of the image if none is picked. */
  readonly move: (by: Point) => void
}

/** Lets the user pick a pixel of the image `src` with the pointer or the arrow keys. `place` is the position of the image on its pane. */
export function useEyedropper(src: string, extent: Extent | null, place: ImagePlacement | null, stage: StageViewport): Eyedropper {
  const [isOn, setIsOn] = useState(false)
  const [spot, setSpot] = useState<(PickedPixel & { readonly src: string }) | null>(null)
  const { element, pointOf } = stage
  const canvas = useRef<CanvasRenderingContext2D | null>(null)

  function pick(pixel: Point | null): void {
    const color = pixel === null ? null : readPixel(pixel)
    setSpot(pixel === null || color === null ? null : { src, pixel, color })
  }
  function readPixel({ x, y }: Point): PixelColor | null {
    const image = [...(element?.querySelectorAll('img') ?? [])].find((one) => one.getAttribute('src') === src)
    canvas.current ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
      willReadFrequently: true
    })
    const context = canvas.current
    if (image === undefined || context === null) return null
    context.clearRect(0, 0, 1, 1)
    context.drawImage(image, x, y, 1, 1, 0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha]
  }
  const now = useRef<(event: PointerEvent) => void>(() => undefined)
  useEffect(() => {
    now.current = (event) => {
      if (place !== null && extent !== null) pick(pixelAt(pointOf(event), place, extent))
    }
  })
  useEffect(() => {
    if (!isOn || element === null) return
    const listening = new AbortController()
    element.addEventListener('pointermove', (event) => now.current(event), { signal: listening.signal })
    return () => listening.abort()
  }, [isOn, element])

  const picked = isOn && spot?.src === src ? spot : null
  return {
    isOn,
    toggle: () => setIsOn((before) => !before),
    picked,
    move: (by) => {
      if (extent === null) return
      const from = picked?.pixel ?? { x: Math.floor(extent.width / 2), y: Math.floor(extent.height / 2) }
      const within = (value: number, length: number): number => Math.min(Math.max(0, value), length - 1)
      pick({ x: within(from.x + by.x, extent.width), y: within(from.y + by.y, extent.height) })
    }
  }
}
