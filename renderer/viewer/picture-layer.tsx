import { classNames } from '../ui/class-names.ts'
import type { FrameBox } from './frame.ts'
import styles from './picture-stage.module.css'
import type { Extent } from './zoom.ts'

/** Scale from which single pixels are shown unsmoothed. */
const pixelPeepScale = 3

export type PictureLayerProps = {
  readonly src: string
  /** Empty if a description adds nothing, such as for a preloaded image. */
  readonly alt: string
  /** Size of the image in pixels. Null until the size is known. The image isn't placed before that. */
  readonly extent: Extent | null
  readonly box: FrameBox | null
  readonly isShown: boolean
  readonly onDecoded: (src: string, extent: Extent) => void
  readonly onMissing?: () => void
}

/** An image in its place on a pane. A hidden image is decoded too, so that it can be shown within a frame. */
export function PictureLayer({ src, alt, extent, box, isShown, onDecoded, onMissing }: PictureLayerProps) {
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

/** Waits for decoding, because a large image that is only loaded would show its chequered background for a moment. */
async function tellWhenDecoded(image: HTMLImageElement, tell: (extent: Extent) => void): Promise<void> {
  // Decoding fails if the image is too large or was removed. A large image is then shown while it decodes.
  await image.decode().catch(() => undefined)
  tell({ width: image.naturalWidth, height: image.naturalHeight })
}
