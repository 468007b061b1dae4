import { mediaPaths } from '../../shared/library/media-paths.ts'
import { classNames } from '../ui/class-names.ts'
import { PaneControls } from './pane-controls.tsx'
import { placementInFrame, placementOnPane, visibleEdges } from './frame.ts'
import type { ResultWithTask } from './neighbours.ts'
import { ImageLayer } from './image-layer.tsx'
import { StagePane } from './image-stage.tsx'
import styles from './image-stage.module.css'
import type { PaneActions } from './use-compare-panes.ts'
import type { DecodedImages } from './use-decoded-images.ts'
import type { StageViewport } from '../zoom/use-stage-viewport.ts'
import type { Extent } from '../zoom/zoom.ts'

/** Images with a shared zoom and pan. */
export function ImageComparison({
  shown,
  frame,
  stage,
  decodedImages,
  actions
}: {
  readonly shown: readonly ResultWithTask[]
  readonly frame: Extent | null
  readonly stage: StageViewport
  readonly decodedImages: DecodedImages
  readonly actions: PaneActions
}) {
  const { stageRef, view, grid, canPan, isPanning, startPan, toggleAt } = stage
  return (
    <div
      ref={stageRef}
      className={classNames(styles.stage, canPan && styles.canPan, isPanning && styles.panning)}
      onPointerDown={startPan}
      onDoubleClick={toggleAt}
    >
      {shown.map((one, index) => {
        const { task, result } = one
        const src = mediaPaths.result(result.id)
        const extent = decodedImages.decoded.get(src) ?? null
        const place = view === null || frame === null || extent === null ? null : placementOnPane(view, placementInFrame(extent, frame))
        const edges = place === null || extent === null || grid === null ? null : visibleEdges(extent, place, grid.pane)
        return (
          <StagePane key={result.id} grid={grid} place={index} isAsRead onPress={() => actions.setCurrent(result.id)}>
            <ImageLayer
              src={src}
              alt={`${index + 1}: ${task.title}`}
              extent={extent}
              box={place}
              isShown={extent !== null}
              onDecoded={decodedImages.onDecoded}
            />
            <PaneControls
              shown={one}
              number={index + 1}
              place={edges === null || grid === null ? 'pane' : { ...edges, ...grid.pane }}
              actions={actions}
            />
          </StagePane>
        )
      })}
    </div>
  )
}
