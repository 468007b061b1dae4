import type { FaceMoment, FacesToChoose, FoundFace } from '../../shared/faces.ts'
import { listed } from '../../shared/fields/say.ts'
import { inARow, phrases } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { durationWords } from '../ui/figures.ts'
import type { FacePicks } from './face-picks.ts'

/** "4 faces found". */
export function foundWords(count: number): string {
  return count === 0 ? say('no faces named') : count === 1 ? say('1 face found') : say('{count} faces found', { count })
}

/** What a face becomes, for the list and for ears. */
export function becomesWords(face: FoundFace, picks: FacePicks, { references }: Pick<FacesToChoose, 'references'>): string {
  const reference = picks.given.get(face.id)
  if (reference === undefined) return say('stays as it is')
  const found = references.find(({ index }) => index === reference)
  if (references.length === 1) return say('gets the reference face')
  return found === undefined ? say('gets the reference face') : say('gets reference {letter}', { letter: found.letter })
}

/** What pressing the button means: said before it is pressed. */
export function consequenceWords(picks: FacePicks, { faces, way }: Pick<FacesToChoose, 'faces' | 'way'>): string {
  const numbers = (wanted: boolean): readonly string[] =>
    faces.filter(({ id }) => picks.given.has(id) === wanted).map(({ number }) => String(number))
  const [change, stay] = [numbers(true), numbers(false)]
  if (change.length === 0) {
    return way.kind === 'faces' && !way.many ? say('Choose the one face that changes.') : say('Choose at least one face that changes.')
  }
  const changing = say('{count, plural, one {Face {faces} changes} other {Faces {faces} change}}', {
    faces: listed(change, 'and'),
    count: change.length
  })
  const staying =
    stay.length === 0
      ? null
      : say('{count, plural, one {{faces} stays as it is} other {{faces} stay as they are}}', {
          faces: listed(stay, 'and'),
          count: stay.length
        })
  return say('{changes}. This is sent once and can’t be taken back. The task then goes on by itself.', {
    changes: phrases(changing, staying)
  })
}

/** "seen at 0:01, 0:03 and 0:08"; empty where nothing is told. */
export function momentsWords(moments: readonly FaceMoment[]): string {
  if (moments.length === 0) return ''
  const shown = moments.slice(0, mostMoments).map(({ atInSeconds }) => durationWords(atInSeconds * 1000))
  const more = moments.length - shown.length
  return more > 0
    ? say('seen at {shown} and {more} more', { shown: inARow(shown), more })
    : say('seen at {shown}', { shown: listed(shown, 'and') })
}

const mostMoments = 3
