import { classNames } from '../ui/class-names.ts'
import styles from './image-stage.module.css'
import type { StageView } from './use-stage-view.ts'
import type { Extent } from './zoom.ts'

/** From here on the pixels themselves are what one looks at. */
const pixelPeepScale = 3

/** The picture, whole or as close as one likes. */
export function ImageStage({
  src,
  alt,
  stage,
  onMeasured,
  onMissing
}: {
  readonly src: string
  readonly alt: string
  readonly stage: StageView
  readonly onMeasured: (extent: Extent) => void
  readonly onMissing: () => void
}) {
  const { stageRef, view, canPan, isPanning, startPan, toggleAt } = stage
  return (
    <div
      ref={stageRef}
      className={classNames(styles.stage, canPan && styles.canPan, isPanning && styles.panning)}
      onPointerDown={startPan}
      onDoubleClick={toggleAt}
    >
      <img
        src={src}
        alt={alt}
        draggable={false}
        decoding="async"
        className={classNames(
          styles.picture,
          view === null && styles.loading,
          view !== null && view.scale >= pixelPeepScale && styles.pixels
        )}
        style={
          view === null
            ? undefined
            : ({ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`, '--scale': view.scale } as React.CSSProperties)
        }
        onLoad={({ currentTarget }) => void showWhenDecoded(currentTarget, onMeasured)}
        onError={onMissing}
      />
    </div>
  )
}

/** Loaded is not yet painted: a large picture would show its chequered ground for a moment. */
async function showWhenDecoded(image: HTMLImageElement, onMeasured: (extent: Extent) => void): Promise<void> {
  // Too large to decode ahead, or gone meanwhile: it is shown as it comes.
  await image.decode().catch(() => undefined)
  onMeasured({ width: image.naturalWidth, height: image.naturalHeight })
}
