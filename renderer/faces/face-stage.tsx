import type { FaceBox, FaceSelectionData, DetectedFace } from '../../shared/task/faces.ts'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { faceBoxLayout, type FaceBoxLayout } from './face-box-layout.ts'
import type { FacePickState } from './face-pick-state.ts'
import styles from './face-stage.module.css'
import { faceReplacementText } from './face-text.ts'
import type { FaceStageState } from './use-face-stage.ts'

export type FaceStageProps = {
  readonly toChoose: FaceSelectionData
  readonly picks: FacePickState
  readonly stage: FaceStageState
  readonly onFace: (faceId: string) => void
}

/**
 * The preview, zoomed and panned, with a numbered box on each face. The box is dashed until the face has a replacement. The replacement
 * face is shown below the box, so that nothing is covered.
 */
export function FaceStage({ toChoose, picks, stage, onFace }: FaceStageProps) {
  const { faces, previews, references } = toChoose
  const { preview, shown, size, viewport } = stage
  const { stageRef, view, grid, canPan, isPanning } = viewport
  if (preview === null) {
    return (
      <EmptyState icon="image-off" title={say('The service didn’t send a preview')}>
        {say('Make your selection in the panel on the right.')}
      </EmptyState>
    )
  }
  const onPreview = faces.filter(({ box, preview: own }) => box !== null && (own ?? 0) === shown)
  return (
    <div className={styles.column}>
      <div
        ref={stageRef}
        className={classNames(styles.stage, canPan && styles.canPan, isPanning && styles.panning)}
        onPointerDown={viewport.startPan}
        onDoubleClick={viewport.toggleAt}
      >
        <img
          key={preview.url}
          src={preview.url}
          alt=""
          draggable={false}
          width={size?.width}
          height={size?.height}
          className={styles.picture}
          style={
            view === null
              ? { visibility: 'hidden' }
              : {
                  transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
                  borderRadius: `calc(var(--r-media) / ${view.scale})`
                }
          }
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            stage.onLoad(preview.url, { width: naturalWidth, height: naturalHeight })
          }
        />
        {size !== null &&
          view !== null &&
          grid !== null &&
          onPreview.map((face) => (
            <Box
              key={face.id}
              face={face}
              place={faceBoxLayout(face.box ?? whole, size, view, grid.pane)}
              isCurrent={face.id === picks.current}
              isChosen={picks.given.has(face.id)}
              label={faceReplacementText(face, picks, toChoose)}
              newFace={references.find(({ index }) => index === picks.given.get(face.id))?.pictureUrl ?? null}
              onChoose={() => onFace(face.id)}
              onReveal={() => stage.reveal(face.id)}
            />
          ))}
      </div>
      {previews.length > 1 && (
        <SegmentedControl
          label={say('Image')}
          options={previews.map((_, place) => ({ value: String(place), label: String(place + 1) }))}
          value={String(shown)}
          onChange={(value) => stage.show(Number(value))}
        />
      )}
    </div>
  )
}

const whole: FaceBox = { x: 0, y: 0, width: 1, height: 1 }

type BoxProps = {
  readonly face: DetectedFace
  readonly place: FaceBoxLayout
  readonly isCurrent: boolean
  readonly isChosen: boolean
  readonly label: string
  readonly newFace: string | null
  readonly onChoose: () => void
  /** Called when the keyboard moves the focus to the face, which may be outside the stage. */
  readonly onReveal: () => void
}

function Box({ face, place, isCurrent, isChosen, label, newFace, onChoose, onReveal }: BoxProps) {
  const { left, top, width, height, referenceSide } = place
  return (
    <div
      className={styles.place}
      style={{ left, top, width, height }}
      // A press on a face chooses it, and doesn't pan or zoom the stage.
      onPointerDown={(event) => event.button === 0 && event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <button
        type="button"
        data-face={face.id}
        aria-label={say('Face {number}, {words}', { number: face.number, words: label })}
        aria-pressed={isChosen}
        aria-current={isCurrent || undefined}
        className={classNames(styles.box, isCurrent && styles.current, isChosen && styles.chosen)}
        onClick={onChoose}
        // A pan during a mouse press would move the face away from the pointer.
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && onReveal()}
      />
      <span
        className={classNames(
          styles.number,
          place.isNumberInside && styles.numberInside,
          isCurrent && styles.currentNumber,
          isChosen && styles.chosenNumber
        )}
        aria-hidden="true"
      >
        {face.number}
      </span>
      {isChosen && newFace !== null && (
        <img
          src={newFace}
          alt=""
          className={classNames(styles.newFace, place.isReferenceInside && styles.newFaceInside)}
          style={{ width: referenceSide }}
        />
      )}
    </div>
  )
}
