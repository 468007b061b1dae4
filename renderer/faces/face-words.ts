import type { FaceMoment, FacesToChoose, FoundFace } from '../../shared/faces.ts'
import { listed } from '../../shared/fields/say.ts'
import { durationWords } from '../ui/figures.ts'
import type { FacePicks } from './face-picks.ts'

/** "4 faces found". */
export function foundWords(count: number): string {
  return count === 0 ? 'no faces named' : count === 1 ? '1 face found' : `${count} faces found`
}

/** What a face becomes, for the list and for ears. */
export function becomesWords(face: FoundFace, picks: FacePicks, { references }: Pick<FacesToChoose, 'references'>): string {
  const reference = picks.given.get(face.id)
  if (reference === undefined) return 'stays as it is'
  const found = references.find(({ index }) => index === reference)
  if (references.length === 1) return 'gets the reference face'
  return found === undefined ? 'gets the reference face' : `gets reference ${found.letter}`
}

/** What pressing the button means: said before it is pressed. */
export function consequenceWords(picks: FacePicks, { faces, way }: Pick<FacesToChoose, 'faces' | 'way'>): string {
  const numbers = (wanted: boolean): readonly string[] =>
    faces.filter(({ id }) => picks.given.has(id) === wanted).map(({ number }) => String(number))
  const [change, stay] = [numbers(true), numbers(false)]
  if (change.length === 0) {
    return way.kind === 'faces' && !way.many ? 'Choose the one face that changes.' : 'Choose at least one face that changes.'
  }
  const changing = `${change.length === 1 ? 'Face' : 'Faces'} ${listed(change, 'and')} ${change.length === 1 ? 'changes' : 'change'}`
  const staying = stay.length === 0 ? '' : `, ${listed(stay, 'and')} ${stay.length === 1 ? 'stays as it is' : 'stay as they are'}`
  return `${changing}${staying}. This is sent once and can’t be taken back. The task then goes on by itself.`
}

/** "seen at 0:01, 0:03 and 0:08"; empty where nothing is told. */
export function momentsWords(moments: readonly FaceMoment[]): string {
  if (moments.length === 0) return ''
  const shown = moments.slice(0, mostMoments).map(({ atInSeconds }) => durationWords(atInSeconds * 1000))
  const more = moments.length - shown.length
  return more > 0 ? `seen at ${shown.join(', ')} and ${more} more` : `seen at ${listed(shown, 'and')}`
}

const mostMoments = 3
