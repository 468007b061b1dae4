import type { FaceMoment, FaceSelectionData, DetectedFace } from '../../shared/task/faces.ts'
import { formatList } from '../../shared/i18n/format-list.ts'
import { joinNames, joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { formatDuration } from '../ui/format.ts'
import type { FacePickState } from './face-pick-state.ts'

/** Returns the number of detected faces as text, such as "4 faces found". */
export function foundFacesText(count: number): string {
  return count === 0 ? say('no faces found') : count === 1 ? say('1 face found') : say('{count} faces found', { count })
}

/** Returns text for screen readers that says what replaces a face, or that the face is unchanged. */
export function faceReplacementText(
  face: DetectedFace,
  picks: FacePickState,
  { references }: Pick<FaceSelectionData, 'references'>
): string {
  const reference = picks.given.get(face.id)
  if (reference === undefined) return say('unchanged')
  const found = references.find(({ index }) => index === reference)
  return references.length === 1 || found === undefined
    ? say('replaced with the reference face')
    : say('replaced with reference face {letter}', { letter: found.letter })
}

/** Returns the text above the send button. It says which faces will change, and that the selection is final. */
export function selectionSummaryText(picks: FacePickState, { faces, mode }: Pick<FaceSelectionData, 'faces' | 'mode'>): string {
  const numbers = (wanted: boolean): readonly string[] =>
    faces.filter(({ id }) => picks.given.has(id) === wanted).map(({ number }) => String(number))
  const [change, stay] = [numbers(true), numbers(false)]
  if (change.length === 0) {
    return mode.kind === 'faces' && !mode.many ? say('Select one face to replace.') : say('Select at least one face to replace.')
  }
  const changing = say('{count, plural, one {Face {faces} will be replaced.} other {Faces {faces} will be replaced.}}', {
    faces: formatList(change, 'and'),
    count: change.length
  })
  const staying =
    stay.length === 0
      ? null
      : say('{count, plural, one {Face {faces} won’t change.} other {Faces {faces} won’t change.}}', {
          faces: formatList(stay, 'and'),
          count: stay.length
        })
  return joinSentences(changing, staying, say('You can’t change your selection after sending. The task then resumes automatically.'))
}

/** Returns text such as "appears at 0:01, 0:03 and 0:08". Empty if no times are known. */
export function appearanceTimesText(moments: readonly FaceMoment[]): string {
  if (moments.length === 0) return ''
  const shown = moments.slice(0, maxMoments).map(({ atInSeconds }) => formatDuration(atInSeconds * 1000))
  const more = moments.length - shown.length
  return more > 0
    ? say('appears at {shown} and {more} more', { shown: joinNames(shown), more })
    : say('appears at {shown}', { shown: formatList(shown, 'and') })
}

const maxMoments = 3
