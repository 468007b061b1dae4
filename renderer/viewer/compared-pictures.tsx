import { mediaPaths } from '../../shared/media-paths.ts'
import { classNames } from '../ui/class-names.ts'
import { PaneCorner } from './pane-corner.tsx'
import { boxWithin, placeOnPane, shownEdges } from './frame.ts'
import type { FoundResult } from './neighbours.ts'
import { PictureLayer } from './picture-layer.tsx'
import { Label, Pane } from './picture-stage.tsx'
import styles from './picture-stage.module.css'
import type { Pictures } from './use-pictures.ts'
import type { StageView } from './use-stage-view.ts'
import type { Extent } from './zoom.ts'

/** Pictures with one zoom and one pan for all. */
export function ComparedPictures({
  shown,
  frame,
  stage,
  pictures,
  onShow,
  onRemove
}: {
  readonly shown: readonly FoundResult[]
  readonly frame: Extent | null
  readonly stage: StageView
  readonly pictures: Pictures
  readonly onShow: (itemId: string) => void
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
        const extent = pictures.decoded.get(src) ?? null
        const place = view === null || frame === null || extent === null ? null : placeOnPane(view, boxWithin(extent, frame))
        const edges = place === null || extent === null || grid === null ? null : shownEdges(extent, place, grid.pane)
        return (
          <Pane key={result.id} grid={grid} place={number} isAsRead>
            <PictureLayer
              src={src}
              alt={`${number + 1}: ${task.title}`}
              extent={extent}
              place={place}
              isShown={extent !== null}
              onDecoded={pictures.onDecoded}
            />
            <Label edges={edges} grid={grid} side="left">
              {number + 1}
            </Label>
            <PaneCorner
              number={number + 1}
              at={edges === null || grid === null ? null : { top: edges.top, right: grid.pane.width - edges.right }}
              onShow={() => onShow(result.id)}
              onRemove={shown.length > 2 ? () => onRemove(result.id) : null}
            />
          </Pane>
        )
      })}
    </div>
  )
}
