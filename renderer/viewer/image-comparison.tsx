import { mediaPaths } from '../../shared/library/media-paths.ts'
import { classNames } from '../ui/class-names.ts'
import { PaneControls } from './pane-controls.tsx'
import { placementInFrame, placementOnPane, visibleEdges } from './frame.ts'
import type { ResultWithTask } from './neighbours.ts'
import { ImageLayer } from './image-layer.tsx'
import { StagePane } from './image-stage.tsx'
import styles from './image-stage.module.css'
import type { DecodedImages } from './use-decoded-images.ts'
import type { StageViewport } from '../zoom/use-stage-viewport.ts'
import type { Extent } from '../zoom/zoom.ts'

/** Images with a shared zoom and pan. */
export function ImageComparison({
  shown,
  frame,
  stage,
  decodedImages,
  onRemove
}: {
  readonly shown: readonly ResultWithTask[]
  readonly frame: Extent | null
  readonly stage: StageViewport
  readonly decodedImages: DecodedImages
  readonly onRemove: (itemId: string) => void
}) {
  const { stageRef, view, grid, canPan, isPanning, startPan, toggleAt } = stage
  return (
    <div
      ref={stageRef}
      className={classNames(styles.stage, canPan && styles.canPan, isPanning && styles.panning)}
      onPointerDown={startPan}
      onDoubleClick={toggleAt}
    >
      {shown.map(({ task, result }, number) => {
        const src = mediaPaths.result(result.id)
        const extent = decodedImages.decoded.get(src) ?? null
        const place = view === null || frame === null || extent === null ? null : placementOnPane(view, placementInFrame(extent, frame))
        const edges = place === null || extent === null || grid === null ? null : visibleEdges(extent, place, grid.pane)
        return (
          <StagePane key={result.id} grid={grid} place={number} isAsRead>
            <ImageLayer
              src={src}
              alt={`${number + 1}: ${task.title}`}
              extent={extent}
              box={place}
              isShown={extent !== null}
              onDecoded={decodedImages.onDecoded}
            />
            <PaneControls
              number={number + 1}
              itemId={result.id}
              at={edges === null || grid === null ? null : { top: edges.top, right: grid.pane.width - edges.right }}
              onRemove={shown.length > 2 ? () => onRemove(result.id) : null}
            />
          </StagePane>
        )
      })}
    </div>
  )
}
