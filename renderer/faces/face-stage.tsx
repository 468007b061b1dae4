import { useState } from 'react'
import type { FaceBox, FaceSelectionData, DetectedFace } from '../../shared/task/faces.ts'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import type { FacePickState } from './face-pick-state.ts'
import styles from './face-stage.module.css'
import { faceReplacementText } from './face-text.ts'

export type FaceStageProps = {
  readonly toChoose: FaceSelectionData
  readonly picks: FacePickState
  readonly onFace: (faceId: string) => void
}

/** The preview with a numbered box on each face. The replacement face is shown below the box, so that nothing is covered. */
export function FaceStage({ toChoose, picks, onFace }: FaceStageProps) {
  const { faces, previews, references } = toChoose
  const [chosen, setChosen] = useState(0)
  const current = faces.find(({ id }) => id === picks.current)
  // Selecting a face of another preview shows that preview.
  const [ledBy, setLedBy] = useState(picks.current)
  if (ledBy !== picks.current) {
    setLedBy(picks.current)
    if (current?.preview !== null && current?.preview !== undefined) setChosen(current.preview)
  }
  const preview = previews[chosen] ?? previews[0]
  if (preview === undefined) {
    return (
      <EmptyState icon="image-off" title={say('The service didn’t send a preview')}>
        {say('Make your selection in the panel on the right.')}
      </EmptyState>
    )
  }
  const shown = faces.filter(({ box, preview: own }) => box !== null && (own ?? 0) === chosen)
  return (
    <div className={styles.stage}>
      <div className={styles.frame}>
        <img src={preview.url} alt="" draggable={false} className={styles.picture} />
        {shown.map((face) => (
          <Box
            key={face.id}
            face={face}
            box={face.box ?? whole}
            isCurrent={face.id === picks.current}
            isChosen={picks.given.has(face.id)}
            label={faceReplacementText(face, picks, toChoose)}
            newFace={references.find(({ index }) => index === picks.given.get(face.id))?.pictureUrl ?? null}
            onChoose={() => onFace(face.id)}
          />
        ))}
      </div>
      {previews.length > 1 && (
        <SegmentedControl
          label={say('Image')}
          options={previews.map((_, place) => ({ value: String(place), label: String(place + 1) }))}
          value={String(chosen)}
          onChange={(value) => setChosen(Number(value))}
        />
      )}
    </div>
  )
}

const whole: FaceBox = { x: 0, y: 0, width: 1, height: 1 }

type BoxProps = {
  readonly face: DetectedFace
  readonly box: FaceBox
  readonly isCurrent: boolean
  readonly isChosen: boolean
  readonly label: string
  readonly newFace: string | null
  readonly onChoose: () => void
}

function Box({ face, box, isCurrent, isChosen, label, newFace, onChoose }: BoxProps) {
  const part = (value: number): string => `${value * 100}%`
  return (
    <div className={styles.place} style={{ left: part(box.x), top: part(box.y), width: part(box.width), height: part(box.height) }}>
      <button
        type="button"
        data-face={face.id}
        aria-label={say('Face {number}, {words}', { number: face.number, words: label })}
        aria-pressed={isChosen}
        aria-current={isCurrent || undefined}
        className={classNames(styles.box, isCurrent && styles.current, isChosen && styles.chosen)}
        onClick={onChoose}
      />
      <span className={classNames(styles.number, isCurrent && styles.currentNumber, isChosen && styles.chosenNumber)} aria-hidden="true">
        {face.number}
      </span>
      {isChosen && newFace !== null && <img src={newFace} alt="" className={styles.newFace} />}
    </div>
  )
}
