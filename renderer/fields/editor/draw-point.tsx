import { useRef, useState } from 'react'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import { say } from '../../../shared/i18n/say.ts'
import { useStageViewport } from '../../zoom/use-stage-viewport.ts'
import type { Point } from '../../zoom/zoom.ts'
import styles from './draw-point.module.css'
import { EditorDialog } from './editor-dialog.tsx'
import { EditorStage } from './editor-stage.tsx'
import { brushPositionAfterKey } from './mask-steps.ts'

/** Dialog for choosing a point on an image or video. */
export function DrawPoint({
  media,
  initial,
  textOf,
  onUse,
  onClose
}: {
  readonly media: InspectedMedia
  /** Point in pixels. Null if none is chosen yet. */
  readonly initial: Point | null
  /** Formats a point as in the form. */
  readonly textOf: (point: Point) => string
  readonly onUse: (point: Point) => void
  readonly onClose: () => void
}) {
  const size = { width: media.facts.width ?? 1, height: media.facts.height ?? 1 }
  const viewport = useStageViewport({ frame: size, subject: media.previewUrl })
  const [point, setPoint] = useState(initial)
  const isDragging = useRef(false)
  const choose = ({ x, y }: Point): void => setPoint({ x: Math.min(Math.max(0, x), size.width), y: Math.min(Math.max(0, y), size.height) })

  return (
    <EditorDialog
      title={say('Choose a point')}
      description={say('Click the point, or move it with the arrow keys. Hold Shift for 1 pixel.')}
      viewport={viewport}
      keys={[]}
      tools={null}
      facts={<span role="status">{point === null ? say('No point chosen') : textOf(point)}</span>}
      action={{
        label: say('Use point'),
        notReady: point === null,
        run: () => {
          if (point !== null) onUse(point)
          onClose()
        }
      }}
      onClose={onClose}
    >
      <EditorStage
        media={media}
        size={size}
        viewport={viewport}
        roleDescription={say('pointing area')}
        label={say('{name}: choose a point', { name: media.facts.name })}
        onPress={(at) => {
          isDragging.current = true
          choose(at)
        }}
        onMove={(points) => {
          const last = points.at(-1)
          if (isDragging.current && last !== undefined) choose(last)
        }}
        onRelease={() => {
          isDragging.current = false
        }}
        onKey={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return false
          const from = point ?? { x: size.width / 2, y: size.height / 2 }
          const next = brushPositionAfterKey(from, event.key, Math.max(size.width, size.height) / 25, event.shiftKey, size)
          if (next === null) return false
          event.preventDefault()
          choose(next)
          viewport.reveal(next)
          return true
        }}
      >
        {(place) => {
          if (point === null) return null
          const at = place(point)
          return <span className={styles.point} style={{ transform: `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)` }} />
        }}
      </EditorStage>
    </EditorDialog>
  )
}
