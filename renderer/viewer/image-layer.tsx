import { classNames } from '../ui/class-names.ts'
import type { ImagePlacement } from './frame.ts'
import styles from './image-stage.module.css'
import type { Extent } from '../zoom/zoom.ts'

/** Minimum scale at which pixels are shown unsmoothed, in CSS pixels per image pixel. */
const pixelPeepScale = 3

export type ImageLayerProps = {
  readonly src: string
  /** Empty if a description adds nothing, such as for a preloaded image. */
  readonly alt: string
  /** Size of the image in pixels. Null until the size is known. */
  readonly extent: Extent | null
  readonly box: ImagePlacement | null
  readonly isShown: boolean
  readonly onDecoded: (src: string, extent: Extent) => void
  readonly onMissing?: () => void
}

/** An image at its position on a pane. A hidden image is also decoded, so that it can be shown without delay. */
export function ImageLayer({ src, alt, extent, box, isShown, onDecoded, onMissing }: ImageLayerProps) {
  return (
    <img
      src={src}
      alt={alt}
      aria-hidden={isShown ? undefined : true}
      draggable={false}
      decoding="sync"
      width={extent?.width}
      height={extent?.height}
      className={classNames(
        styles.picture,
        (!isShown || box === null) && styles.ready,
        box !== null && box.scale >= pixelPeepScale && styles.pixels
      )}
      style={
        box === null
          ? undefined
          : ({
              transform: `translate(${box.x}px, ${box.y}px) scale(${box.scale})`,
              '--scale': box.scale
            } as React.CSSProperties)
      }
      onLoad={({ currentTarget }) => void tellWhenDecoded(currentTarget, (measured) => onDecoded(src, measured))}
      onError={onMissing}
    />
  )
}

/**
 * Calls `tell` with the image's size once the image is decoded. A loaded image that isn't decoded yet would briefly show its chequered
 * background.
 */
async function tellWhenDecoded(image: HTMLImageElement, tell: (extent: Extent) => void): Promise<void> {
  // Decoding fails if the image is too large or was removed. `tell` is then called at once, and a large image is shown while it decodes.
  await image.decode().catch(() => undefined)
  tell({ width: image.naturalWidth, height: image.naturalHeight })
}
