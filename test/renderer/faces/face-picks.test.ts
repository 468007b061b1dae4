import { describe, expect, it } from 'vitest'
import { firstPicks, movedBy, picksOf, withFace, withoutReference, withReference } from '../../../renderer/faces/face-picks.ts'
import { becomesWords, consequenceWords, momentsWords } from '../../../renderer/faces/face-words.ts'
import type { FacesToChoose } from '../../../shared/faces.ts'

function toChoose(faceCount: number, referenceCount: number, changes: Partial<FacesToChoose> = {}): FacesToChoose {
  return {
    previews: [{ url: '/media/face/a', medium: 'image' }],
    faces: Array.from({ length: faceCount }, (_, place) => ({
      id: `f${place + 1}`,
      index: place,
      number: place + 1,
      preview: 0,
      box: { x: place / 10, y: 0, width: 0.1, height: 0.1 },
      pictureUrl: null,
      moments: []
    })),
    references: Array.from({ length: referenceCount }, (_, index) => ({
      index,
      letter: 'ABC'[index] ?? '?',
      name: `r${index}.png`,
      pictureUrl: null
    })),
    way: { kind: 'faces', many: true, pairs: referenceCount > 1 },
    lastPicks: [],
    ...changes
  }
}

describe('choosing faces', () => {
  it('begins with the first face, which waits for its reference', () => {
    expect(firstPicks(toChoose(3, 2))).toEqual({ current: 'f1', given: new Map() })
  })

  it('begins with a choice that did not reach the service, as far as its faces are still there', () => {
    const lastPicks = [
      { faceId: 'f2', reference: 1 },
      { faceId: 'gone', reference: 0 }
    ]
    expect(firstPicks(toChoose(3, 2, { lastPicks }))).toEqual({ current: 'f1', given: new Map([['f2', 1]]) })
  })

  it('has chosen already where there is one face and one reference', () => {
    expect(firstPicks(toChoose(1, 1)).given).toEqual(new Map([['f1', 0]]))
  })

  it('goes on to the next face without a reference', () => {
    const choice = toChoose(3, 2)
    const one = withReference(firstPicks(choice), 1, choice)
    expect(one).toEqual({ current: 'f2', given: new Map([['f1', 1]]) })
    const two = withReference({ ...one, current: 'f3' }, 0, choice)
    expect(two.current).toBe('f2')
    expect(picksOf(two, choice.faces)).toEqual([
      { faceId: 'f1', reference: 1 },
      { faceId: 'f3', reference: 0 }
    ])
  })

  it('keeps one face only where the tool takes one', () => {
    const choice = toChoose(3, 1, { way: { kind: 'faces', many: false, pairs: false } })
    const first = withFace(firstPicks(choice), 'f1', choice)
    const other = withFace(first, 'f3', choice)
    expect(picksOf(other, choice.faces)).toEqual([{ faceId: 'f3', reference: 0 }])
  })

  it('takes a face back when it is named again, and when it is taken from the list', () => {
    const choice = toChoose(3, 1)
    const chosen = withFace(firstPicks(choice), 'f2', choice)
    expect(chosen.given.has('f2')).toBe(true)
    expect(withFace(chosen, 'f2', choice).given.size).toBe(0)
    expect(withoutReference(chosen, 'f2')).toEqual({ current: 'f2', given: new Map() })
  })

  it('only leads to a face where there are several references', () => {
    const choice = toChoose(3, 2)
    expect(withFace(firstPicks(choice), 'f3', choice)).toEqual({ current: 'f3', given: new Map() })
  })

  it('walks round the faces', () => {
    const choice = toChoose(3, 1)
    const start = firstPicks(choice)
    expect(movedBy(start, choice.faces, -1).current).toBe('f3')
    expect(movedBy(movedBy(start, choice.faces, -1), choice.faces, 1).current).toBe('f1')
  })
})

describe('words about faces', () => {
  const choice = toChoose(4, 2)
  const picks = {
    current: 'f2',
    given: new Map([
      ['f1', 1],
      ['f4', 0]
    ])
  }

  it('say what each becomes', () => {
    expect(choice.faces.map((face) => becomesWords(face, picks, choice))).toEqual([
      'gets reference B',
      'stays as it is',
      'stays as it is',
      'gets reference A'
    ])
  })

  it('say what pressing the button means, before it is pressed', () => {
    expect(consequenceWords(picks, choice)).toBe(
      'Faces 1 and 4 change, 2 and 3 stay as they are. This is sent once and can’t be taken back. The task then goes on by itself.'
    )
    expect(consequenceWords({ ...picks, given: new Map() }, choice)).toBe('Choose at least one face that changes.')
  })

  it('name the moments of a tracked face', () => {
    const moments = [1, 3, 8, 9].map((atInSeconds) => ({ atInSeconds, box: null }))
    expect(momentsWords(moments.slice(0, 2))).toBe('seen at 0:01 and 0:03')
    expect(momentsWords(moments)).toBe('seen at 0:01, 0:03, 0:08 and 1 more')
    expect(momentsWords([])).toBe('')
  })
})
