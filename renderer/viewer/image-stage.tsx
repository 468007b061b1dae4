import type { CSSProperties, ReactNode } from 'react'
import { ImageBadge } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import type { ImagePlacement, Edges } from './frame.ts'
import { placementInFrame, placementOnPane, visibleEdges } from './frame.ts'
import type { ViewMode } from './view-modes.ts'
import { paneGap } from '../zoom/pane-grid.ts'
import type { PaneGrid } from '../zoom/pane-grid.ts'
import { ImageLayer } from './image-layer.tsx'
import styles from './image-stage.module.css'
import type { SplitFraction } from './split-fraction.ts'
import { splitPosition } from './split-fraction.ts'
import { SplitLine } from './split-line.tsx'
import type { DecodedImages } from './use-decoded-images.ts'
import type { StageViewport } from '../zoom/use-stage-viewport.ts'
import type { Extent } from '../zoom/zoom.ts'

export type StageImage = {
  readonly src: string
  readonly alt: string
  /** Label shown on the image while two images are compared, such as "Before: image 1". */
  readonly label: string
}

export type ImageStageProps = {
  readonly stage: StageViewport
  readonly viewMode: ViewMode
  /**
   * Size of the result in pixels, measured or as stored with the result. Other images are fitted into this size. Null until the size is
   * known.
   */
  readonly frame: Extent | null
  readonly after: StageImage & { readonly preview: string }
  readonly before: StageImage | null
  readonly isBeforeShown: boolean
  readonly split: SplitFraction
  readonly onSplit: (split: SplitFraction) => void
  /** URLs of the images that may be shown next. */
  readonly ahead: readonly string[]
  readonly decodedImages: DecodedImages
  readonly onMissing: () => void
  /** Overlay on the stage. */
  readonly children?: ReactNode
}

/** The result's image, fitted or zoomed. If a source is compared, it is shown over or beside the image. */
export function ImageStage(props: ImageStageProps) {
  const { stage, viewMode, frame, after, before, isBeforeShown, split, ahead, decodedImages } = props
  const { stageRef, view, grid, canPan, isPanning, startPan, toggleAt } = stage
  const { decoded, onDecoded } = decodedImages
  const placeOf = (extent: Extent | null): ImagePlacement | null =>
    view === null || frame === null || extent === null ? null : placementOnPane(view, placementInFrame(extent, frame))
  const edgesOf = (extent: Extent | null): Edges | null => {
    const place = placeOf(extent)
    return place === null || extent === null || grid === null ? null : visibleEdges(extent, place, grid.pane)
  }
  const isReady = decoded.has(after.src)
  const beforeExtent = before === null ? null : (decoded.get(before.src) ?? null)
  const whole = edgesOf(frame)
  const mainPane = viewMode === 'side' ? 1 : 0
  const isSplit = viewMode === 'slider' && before !== null && whole !== null && beforeExtent !== null
  const isSwapped = viewMode !== 'side' && isBeforeShown && beforeExtent !== null
  return (
    <div
      ref={stageRef}
      className={classNames(styles.stage, canPan && styles.canPan, isPanning && styles.panning)}
      onPointerDown={startPan}
      onDoubleClick={toggleAt}
    >
      {viewMode === 'side' && before !== null && (
        <StagePane grid={grid} place={0}>
          <ImageLayer
            src={before.src}
            alt={before.alt}
            extent={beforeExtent}
            box={placeOf(beforeExtent)}
            isShown={beforeExtent !== null}
            onDecoded={onDecoded}
          />
          <Label edges={edgesOf(beforeExtent)} grid={grid} side="left">
            {before.label}
          </Label>
        </StagePane>
      )}
      <StagePane key="main" grid={grid} place={mainPane}>
        {[after.src, ...ahead.filter((src) => src !== after.src)].map((src) => {
          const isAfter = src === after.src
          const extent = isAfter ? frame : (decoded.get(src) ?? null)
          return (
            <ImageLayer
              key={src}
              src={src}
              alt={isAfter ? after.alt : ''}
              extent={extent}
              box={isAfter ? placeOf(extent) : null}
              isShown={isAfter && isReady && !isSwapped}
              onDecoded={onDecoded}
              {...(isAfter && { onMissing: props.onMissing })}
            />
          )
        })}
        {!isReady && frame !== null && view !== null && (
          <Preview src={after.preview} frame={frame} place={placementOnPane(view, placementInFrame(frame, frame))} />
        )}
        {before !== null && viewMode !== 'side' && (
          <div key="before" className={styles.clip} style={{ width: isSplit && !isSwapped ? splitPosition(split, whole) : '100%' }}>
            <ImageLayer
              src={before.src}
              alt={before.alt}
              extent={beforeExtent}
              box={placeOf(beforeExtent)}
              isShown={isSplit || isSwapped}
              onDecoded={onDecoded}
            />
          </div>
        )}
        {(viewMode === 'slider' || isSwapped) && before !== null && (
          <Label edges={edgesOf(beforeExtent)} grid={grid} side="left">
            {before.label}
          </Label>
        )}
        {before !== null && viewMode !== 'result' && !isSwapped && (
          <Label edges={whole} grid={grid} side={viewMode === 'slider' ? 'right' : 'left'}>
            {after.label}
          </Label>
        )}
        {isSplit && !isSwapped && <SplitLine split={split} edges={whole} stage={stage} onChange={props.onSplit} />}
      </StagePane>
      {props.children}
    </div>
  )
}

/** A pane of the stage. All panes have the same size. `place` is the pane's index in `grid`. */
export function StagePane({
  grid,
  place,
  isAsRead = false,
  onPress,
  children
}: {
  readonly grid: PaneGrid | null
  readonly place: number
  /** True if the panes follow the reading direction. False for before and after, which always go from left to right. */
  readonly isAsRead?: boolean
  readonly onPress?: () => void
  readonly children: ReactNode
}) {
  const pane = grid?.pane ?? null
  const across = grid === null || pane === null ? 0 : grid.margin + (place % grid.columns) * (pane.width + paneGap)
  const style: CSSProperties =
    grid === null || pane === null
      ? { inset: 0 }
      : {
          ...(isAsRead ? { insetInlineStart: across } : { left: across }),
          top: Math.floor(place / grid.columns) * (pane.height + paneGap),
          width: pane.width,
          height: pane.height
        }
  return (
    <div className={styles.pane} style={style} onPointerDown={onPress}>
      {children}
    </div>
  )
}

/** A label in a lower corner of an image's visible part. */
function Label({
  edges,
  grid,
  side,
  children
}: {
  readonly edges: Edges | null
  readonly grid: PaneGrid | null
  readonly side: 'left' | 'right'
  readonly children: ReactNode
}) {
  if (edges === null || grid === null) return null
  const bottom = grid.pane.height - edges.bottom + 12
  const style: CSSProperties = side === 'left' ? { left: edges.left + 12, bottom } : { right: grid.pane.width - edges.right + 12, bottom }
  return (
    <span className={styles.label} style={style}>
      <ImageBadge>{children}</ImageBadge>
    </span>
  )
}

/** The thumbnail, shown until the full image is decoded. */
function Preview({ src, frame, place }: { readonly src: string; readonly frame: Extent; readonly place: ImagePlacement }) {
  return (
    <img
      src={src}
      alt=""
      aria-hidden="true"
      draggable={false}
      width={frame.width}
      height={frame.height}
      className={classNames(styles.picture, styles.preview)}
      style={{ transform: `translate(${place.x}px, ${place.y}px) scale(${place.scale})` }}
    />
  )
}
