import type { ReactNode } from 'react'
import type { FaceSelectionData, DetectedFace } from '../../shared/task/faces.ts'
import { joinPhrases } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { ImageFrame } from '../ui/image-frame.tsx'
import styles from './face-list.module.css'
import { selectFace, removeReference, assignReference, type FacePickState } from './face-pick-state.ts'
import { appearanceTimesText } from './face-text.ts'

export type FaceListProps = {
  readonly toChoose: FaceSelectionData
  readonly picks: FacePickState
  readonly onChange: (picks: FacePickState) => void
}

/** List of the faces and their replacements, with the available references below. `legend` is shown below the faces. */
export function FaceList({ toChoose, picks, onChange, legend }: FaceListProps & { readonly legend: ReactNode }) {
  const { faces, references } = toChoose
  return (
    <>
      <ul className={styles.faces} aria-label={say('Faces')}>
        {faces.map((face) => (
          <Row key={face.id} face={face} toChoose={toChoose} picks={picks} onChange={onChange} />
        ))}
      </ul>
      {legend}
      {references.length > 0 && (
        <>
          <h2 className={styles.heading}>{references.length === 1 ? say('Reference face') : say('Reference faces')}</h2>
          <ul className={styles.references} aria-label={say('Reference faces')}>
            {references.map((reference) => (
              <li key={reference.index}>
                <button
                  type="button"
                  className={styles.reference}
                  aria-label={say('Reference face {letter}, {name}', { letter: reference.letter, name: reference.name })}
                  onClick={() => onChange(assignReference(picks, reference.index, toChoose))}
                >
                  <ImageFrame
                    src={reference.pictureUrl}
                    alt=""
                    icon="face"
                    ratio="1 / 1"
                    bottomStart={references.length > 1 ? <span className={styles.letter}>{reference.letter}</span> : null}
                  />
                  <span dir="auto" className="small ink-3 cut">
                    {reference.name}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Row({ face, toChoose, picks, onChange }: FaceListProps & { readonly face: DetectedFace }) {
  const { references } = toChoose
  const given = picks.given.get(face.id)
  const reference = references.find(({ index }) => index === given)
  const isCurrent = picks.current === face.id
  const isWaiting = isCurrent && given === undefined
  const moments = appearanceTimesText(face.moments)
  return (
    <li className={classNames(styles.row, isCurrent && styles.current, given !== undefined && styles.chosen)}>
      <button
        type="button"
        data-face={face.id}
        className={styles.name}
        aria-current={isCurrent || undefined}
        aria-label={joinPhrases(
          say('Face {number}: {becomes}', {
            number: face.number,
            becomes: given === undefined ? say('unchanged') : rowText(reference?.letter, references.length)
          }),
          moments
        )}
        onClick={() => onChange(selectFace(picks, face.id, toChoose))}
      />
      <FaceThumb face={face} toChoose={toChoose} />
      <span className={styles.number}>{face.number}</span>
      <Icon name="arrow-right" size="s" />
      {reference === undefined ? (
        <span className={classNames(styles.becomes, isWaiting && styles.waiting)}>
          {isWaiting ? say('Choose a reference face') : say('unchanged')}
        </span>
      ) : (
        <>
          <ImageFrame src={reference.pictureUrl} alt="" icon="face" className={styles.newFace} />
          <span className={classNames(styles.becomes, 'strong cut')}>
            {references.length > 1 ? say('Reference face {letter}', { letter: reference.letter }) : say('Reference face')}
          </span>
        </>
      )}
      {moments !== '' && <span className={classNames(styles.moments, 'small ink-3')}>{moments}</span>}
      {given !== undefined && (
        <IconButton
          label={say('Leave face {number} unchanged', { number: face.number })}
          icon="close"
          size="small"
          className={styles.leave}
          onClick={() => onChange(removeReference(picks, face.id))}
        />
      )}
    </li>
  )
}

function rowText(letter: string | undefined, count: number): string {
  return count > 1 && letter !== undefined
    ? say('replaced with reference face {letter}', { letter })
    : say('replaced with the reference face')
}

/** Thumbnail of a face. If the face doesn't have its own image, shows the face's part of the preview. */
function FaceThumb({ face, toChoose }: { readonly face: DetectedFace; readonly toChoose: FaceSelectionData }) {
  const preview = toChoose.previews[face.preview ?? 0]
  if (face.pictureUrl !== null || face.box === null || preview === undefined) {
    return <ImageFrame src={face.pictureUrl} alt="" icon="face" className={styles.thumb} />
  }
  const { x, y, width, height } = face.box
  const part = (value: number): string => `${Math.max(0, value) * 100}%`
  return (
    <img
      src={preview.url}
      alt=""
      draggable={false}
      className={styles.thumb}
      style={{ objectViewBox: `inset(${part(y)} ${part(1 - x - width)} ${part(1 - y - height)} ${part(x)})` }}
    />
  )
}
