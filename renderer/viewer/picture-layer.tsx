import { classNames } from '../ui/class-names.ts'
import type { Box } from './frame.ts'
import styles from './picture-stage.module.css'
import type { Extent } from './zoom.ts'

/** From here on the pixels themselves are what one looks at. */
const pixelPeepScale = 3

export type PictureLayerProps = {
  readonly src: string
  /** Empty for one that says nothing more, such as a picture that is only held ready. */
  readonly alt: string
  /** Pixels, where they are known; it is not placed before. */
  readonly extent: Extent | null
  readonly place: Box | null
  readonly isShown: boolean
  readonly onDecoded: (src: string, extent: Extent) => void
  readonly onMissing?: () => void
}

/** A picture in its place on a pane. One that is not shown is decoded all the same, so that it can be shown within a frame. */
export function PictureLayer({ src, alt, extent, place, isShown, onDecoded, onMissing }: PictureLayerProps) {
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
        (!isShown || place === null) && styles.ready,
        place !== null && place.scale >= pixelPeepScale && styles.pixels
      )}
      style={
        place === null
          ? undefined
          : ({
              transform: `translate(${place.x}px, ${place.y}px) scale(${place.scale})`,
              '--scale': place.scale
            } as React.CSSProperties)
      }
      onLoad={({ currentTarget }) => void tellWhenDecoded(currentTarget, (measured) => onDecoded(src, measured))}
      onError={onMissing}
    />
  )
}

/** Loaded is not yet painted: a large picture would show its chequered ground for a moment. */
async function tellWhenDecoded(image: HTMLImageElement, tell: (extent: Extent) => void): Promise<void> {
  // Too large to decode ahead, or gone meanwhile: it is shown as it comes.
  await image.decode().catch(() => undefined)
  tell({ width: image.naturalWidth, height: image.naturalHeight })
}
