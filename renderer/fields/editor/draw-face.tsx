import type { KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import { say } from '../../../shared/i18n/say.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useStageViewport } from '../../zoom/use-stage-viewport.ts'
import type { Point } from '../../zoom/zoom.ts'
import styles from './draw-face.module.css'
import { EditorDialog } from './editor-dialog.tsx'
import { EditorStage } from './editor-stage.tsx'
import { addFaceMark, faceMarkAt, saveFaceMarks, savedFaceMarks } from './face-marks.ts'
import type { FaceMarks } from './face-marks.ts'
import { brushPositionAfterKey } from './mask-steps.ts'

/** Maximum distance in CSS pixels at which a key selects an existing mark. At larger distances, the key adds a mark. */
const reach = 24

/**
 * Dialog for choosing a face in an image. The user marks the faces, because Kiln can't detect them. The marks are numbered from the left.
 */
export function DrawFace({
  media,
  initial,
  most,
  onUse,
  onClose
}: {
  readonly media: InspectedMedia
  /** Index of the chosen face from the left. Null if none is chosen yet. */
  readonly initial: number | null
  /** Maximum number of faces. Null for any number. */
  readonly most: number | null
  readonly onUse: (index: number) => void
  readonly onClose: () => void
}) {
  const size = { width: media.facts.width ?? 1, height: media.facts.height ?? 1 }
  const viewport = useStageViewport({ frame: size, subject: media.previewUrl })
  const [marks, setMarks] = useState(() => savedFaceMarks(media.previewUrl))
  const [chosen, setChosen] = useState(initial !== null && initial < marks.length ? initial : null)
  /** Position of the keyboard cursor. Null until an arrow key is pressed. */
  const [cursor, setCursor] = useState<Point | null>(null)
  const isFull = most !== null && marks.length >= most

  function change(next: FaceMarks, index: number | null): void {
    saveFaceMarks(media.previewUrl, next)
    setMarks(next)
    setChosen(index)
  }
  function add(point: Point): void {
    if (isFull || point.x < 0 || point.y < 0 || point.x > size.width || point.y > size.height) return
    const added = addFaceMark(marks, point)
    change(added.marks, added.index)
  }
  function remove(): void {
    if (chosen !== null) change(marks.toSpliced(chosen, 1), marks.length === 1 ? null : Math.max(0, chosen - 1))
  }
  function use(): void {
    if (chosen === null) return
    onUse(chosen)
    onClose()
  }
  function handleStageKey(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    const at = cursor ?? marks[chosen ?? -1] ?? { x: size.width / 2, y: size.height / 2 }
    const next = brushPositionAfterKey(at, event.key, Math.max(size.width, size.height) / 12, event.shiftKey, size)
    if (next !== null) {
      setCursor(next)
      viewport.reveal(next)
    } else if (event.key === 'Enter' || event.key === ' ') {
      setCursor(at)
      const near = faceMarkAt(marks, at, reach / (viewport.view?.scale ?? 1))
      if (near === null) add(at)
      else setChosen(near)
    } else if (event.key === 'Delete' || event.key === 'Backspace') remove()
    else return false
    event.preventDefault()
    return true
  }

  return (
    <EditorDialog
      title={say('Choose a face')}
      description={say('Click each face, or move with the arrow keys and press Enter. Kiln numbers the faces from the left.')}
      viewport={viewport}
      keys={[]}
      tools={
        <>
          <Button icon="trash" notReady={chosen === null} onClick={remove}>
            {say('Remove mark')}
          </Button>
          <Button variant="quiet" notReady={marks.length === 0} onClick={() => change([], null)}>
            {say('Remove all')}
          </Button>
        </>
      }
      facts={
        <span role="status">
          {chosen === null
            ? say('No face chosen')
            : say('Face {number} of {count} from the left', { number: chosen + 1, count: marks.length })}
        </span>
      }
      action={{ label: say('Use face'), notReady: chosen === null, run: use }}
      onClose={onClose}
    >
      <EditorStage
        media={media}
        size={size}
        viewport={viewport}
        roleDescription={say('pointing area')}
        label={say('{name}: mark the faces', { name: media.facts.name })}
        onPress={(point) => {
          setCursor(null)
          add(point)
        }}
        onKey={handleStageKey}
      >
        {(place) => (
          <>
            {cursor !== null && (
              <span
                className={styles.cursor}
                style={{ transform: `translate(${place(cursor).x}px, ${place(cursor).y}px) translate(-50%, -50%)` }}
              />
            )}
            <Marks marks={marks} place={place} chosen={chosen} onChoose={setChosen} onRemove={remove} onUse={use} />
          </>
        )}
      </EditorStage>
    </EditorDialog>
  )
}

/** The marks as a group of radio buttons. Arrow keys choose a mark, Enter uses it, and Delete removes it. */
function Marks({
  marks,
  place,
  chosen,
  onChoose,
  onRemove,
  onUse
}: {
  readonly marks: FaceMarks
  readonly place: (point: Point) => Point
  readonly chosen: number | null
  readonly onChoose: (index: number) => void
  readonly onRemove: () => void
  readonly onUse: () => void
}) {
  const group = useRef<HTMLDivElement>(null)
  function keyDown(event: KeyboardEvent): void {
    const steps: { readonly [key: string]: number } = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined
    if (step !== undefined) {
      const next = ((chosen ?? 0) + step + marks.length) % marks.length
      onChoose(next)
      group.current?.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus()
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      // Focuses the stage, because the focused mark is removed.
      group.current?.closest<HTMLElement>('[role=application]')?.focus()
      onRemove()
    } else if (event.key === 'Enter') onUse()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (marks.length === 0) return null
  return (
    <div ref={group} dir="ltr" role="radiogroup" aria-label={say('Marked faces')} onKeyDown={keyDown}>
      {marks.map((mark, index) => (
        <button
          key={`${mark.x} ${mark.y}`}
          type="button"
          role="radio"
          aria-checked={index === chosen}
          aria-label={say('Face {number}', { number: index + 1 })}
          tabIndex={index === (chosen ?? 0) ? 0 : -1}
          className={classNames(styles.mark, index === chosen && styles.chosen)}
          style={{ transform: `translate(${place(mark).x}px, ${place(mark).y}px) translate(-50%, -50%)` }}
          // Prevents the stage from handling the press, which would add a mark.
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => onChoose(index)}
        >
          {index + 1}
        </button>
      ))}
    </div>
  )
}
