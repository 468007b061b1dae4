import { useState } from 'react'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import { say } from '../../../shared/i18n/say.ts'
import { formatPixelSize } from '../../ui/format.ts'
import { useStageViewport } from '../../zoom/use-stage-viewport.ts'
import type { Extent, Point } from '../../zoom/zoom.ts'
import styles from './draw-frame.module.css'
import { EditorDialog } from './editor-dialog.tsx'
import { EditorStage } from './editor-stage.tsx'
import type { Frame, FrameRanges } from './frame-geometry.ts'
import { frameSize, resizeFrame, handleMargin } from './frame-geometry.ts'
import type { EdgeTexts } from './frame-overlay.tsx'
import { FrameOverlay } from './frame-overlay.tsx'

/** Dialog for a frame on or around an image: a box, or the space to add at each edge. */
export function DrawFrame({
  title,
  description,
  media,
  initial,
  ranges,
  isOutside,
  textsOf,
  onUse,
  onClose
}: {
  readonly title: string
  readonly description: string
  readonly media: InspectedMedia
  readonly initial: Frame
  readonly ranges: FrameRanges
  /** True if the frame is around the image. */
  readonly isOutside: boolean
  readonly textsOf: (frame: Frame, size: Extent) => EdgeTexts
  readonly onUse: (frame: Frame) => void
  readonly onClose: () => void
}) {
  const size = { width: media.facts.width ?? 1, height: media.facts.height ?? 1 }
  const [frame, setFrame] = useState(initial)
  /** Space around the image for enlarging the frame. It changes only when a drag ends, so that the image doesn't move during the drag. */
  const [origin, setOrigin] = useState(() => originOf(initial, size, isOutside))
  const room = { width: size.width + 2 * origin.x, height: size.height + 2 * origin.y }
  const viewport = useStageViewport({ frame: room, subject: `${media.previewUrl} ${origin.x} ${origin.y}` })
  const { width, height } = frameSize(frame)

  return (
    <EditorDialog
      title={title}
      description={description}
      viewport={viewport}
      keys={[]}
      tools={null}
      facts={
        isOutside
          ? say('{before} becomes {after}', { before: formatPixelSize(size.width, size.height), after: formatPixelSize(width, height) })
          : formatPixelSize(width, height)
      }
      action={{
        label: say('Apply'),
        run: () => {
          onUse(frame)
          onClose()
        }
      }}
      onClose={onClose}
    >
      <EditorStage
        media={media}
        size={size}
        origin={origin}
        viewport={viewport}
        roleDescription={say('framing area')}
        label={say('Frame of {name}', { name: media.facts.name })}
      >
        {(place, _view, pointOf) => (
          <>
            {isOutside && <AddedSpace frame={frame} size={size} place={place} />}
            <FrameOverlay
              frame={frame}
              ranges={ranges}
              texts={textsOf(frame, size)}
              keyStep={Math.max(1, Math.round(Math.max(size.width, size.height) / 50))}
              isOutside={isOutside}
              place={place}
              pointOf={pointOf}
              onResize={(handle, to) => setFrame(resizeFrame(frame, handle, to, ranges, null))}
              onSettle={() => setOrigin(originOf(frame, size, isOutside))}
            />
          </>
        )}
      </EditorStage>
    </EditorDialog>
  )
}

/** The area between the image and the frame around it. */
function AddedSpace({ frame, size, place }: { readonly frame: Frame; readonly size: Extent; readonly place: (point: Point) => Point }) {
  const from = place({ x: frame.left, y: frame.top })
  const to = place({ x: frame.right, y: frame.bottom })
  const start = place({ x: 0, y: 0 })
  const end = place({ x: size.width, y: size.height })
  const [left, top, right, bottom] = [start.x - from.x, start.y - from.y, end.x - from.x, end.y - from.y]
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top]
  ]
  return (
    <div
      className={styles.added}
      style={{
        transform: `translate(${from.x}px, ${from.y}px)`,
        width: to.x - from.x,
        height: to.y - from.y,
        clipPath: `polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, ${corners.map((at) => at.map((length) => `${length}px`).join(' ')).join()})`
      }}
    />
  )
}

/** Returns the space beside the image as `x`, and the space above and below it as `y`. Both are in image pixels. */
function originOf(frame: Frame, size: Extent, isOutside: boolean): Point {
  if (!isOutside) return handleMargin(size)
  const spare = Math.max(size.width, size.height) * 0.12
  return {
    x: Math.round(Math.max(-frame.left, frame.right - size.width) + spare),
    y: Math.round(Math.max(-frame.top, frame.bottom - size.height) + spare)
  }
}
