import { describe, expect, it } from 'vitest'
import {
  assignFirstReference,
  initialPicks,
  moveToAdjacentFace,
  orderedPicks,
  selectFace,
  removeReference,
  assignReference
} from '../../../renderer/faces/face-pick-state.ts'
import { faceReplacementText, selectionSummaryText, appearanceTimesText } from '../../../renderer/faces/face-text.ts'
import type { FaceSelectionData } from '../../../shared/task/faces.ts'

function toChoose(faceCount: number, referenceCount: number, changes: Partial<FaceSelectionData> = {}): FaceSelectionData {
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
    mode: { kind: 'faces', many: true, pairs: referenceCount > 1 },
    lastPicks: [],
    ...changes
  }
}

describe('choosing faces', () => {
  it('starts with the first face and no references', () => {
    expect(initialPicks(toChoose(3, 2), null)).toEqual({ current: 'f1', given: new Map() })
  })

  it('starts with a choice that was not sent, without faces that no longer exist', () => {
    const lastPicks = [
      { faceId: 'f2', reference: 1 },
      { faceId: 'gone', reference: 0 }
    ]
    expect(initialPicks(toChoose(3, 2, { lastPicks }), null)).toEqual({ current: 'f1', given: new Map([['f2', 1]]) })
  })

  it('starts with the draft from before the view was closed', () => {
    const lastPicks = [{ faceId: 'f1', reference: 0 }]
    const begun = [
      { faceId: 'f3', reference: 1 },
      { faceId: 'f2', reference: 7 },
      { faceId: 'gone', reference: 0 }
    ]
    expect(initialPicks(toChoose(3, 2, { lastPicks }), begun)).toEqual({ current: 'f1', given: new Map([['f3', 1]]) })
    expect(initialPicks(toChoose(3, 2, { lastPicks }), []).given).toEqual(new Map())
  })

  it('selects the face automatically if there is one face and one reference', () => {
    expect(initialPicks(toChoose(1, 1), null).given).toEqual(new Map([['f1', 0]]))
  })

  it('continues with the next face without a reference', () => {
    const choice = toChoose(3, 2)
    const one = assignReference(initialPicks(choice, null), 1, choice)
    expect(one).toEqual({ current: 'f2', given: new Map([['f1', 1]]) })
    const two = assignReference({ ...one, current: 'f3' }, 0, choice)
    expect(two.current).toBe('f2')
    expect(orderedPicks(two, choice.faces)).toEqual([
      { faceId: 'f1', reference: 1 },
      { faceId: 'f3', reference: 0 }
    ])
  })

  it('keeps only one face if the capability accepts one', () => {
    const choice = toChoose(3, 1, { mode: { kind: 'faces', many: false, pairs: false } })
    const first = selectFace(initialPicks(choice, null), 'f1', choice)
    const other = selectFace(first, 'f3', choice)
    expect(orderedPicks(other, choice.faces)).toEqual([{ faceId: 'f3', reference: 0 }])
  })

  it('deselects a face when it is chosen again or removed from the list', () => {
    const choice = toChoose(3, 1)
    const chosen = selectFace(initialPicks(choice, null), 'f2', choice)
    expect(chosen.given.has('f2')).toBe(true)
    expect(selectFace(chosen, 'f2', choice).given.size).toBe(0)
    expect(removeReference(chosen, 'f2')).toEqual({ current: 'f2', given: new Map() })
  })

  it('gives the current face a reference with Enter, and never removes one', () => {
    const choice = toChoose(3, 1)
    const chosen = assignFirstReference({ current: 'f2', given: new Map() }, choice)
    expect(chosen).toEqual({ current: 'f2', given: new Map([['f2', 0]]) })
    expect(assignFirstReference(chosen ?? initialPicks(choice, null), choice)).toBeNull()
    expect(assignFirstReference({ current: 'f1', given: new Map([['f1', 1]]) }, toChoose(3, 2))).toBeNull()
    expect(assignFirstReference({ current: 'f1', given: new Map() }, toChoose(3, 2))).toEqual({
      current: 'f2',
      given: new Map([['f1', 0]])
    })
  })

  it('only focuses a face if there are several references', () => {
    const choice = toChoose(3, 2)
    expect(selectFace(initialPicks(choice, null), 'f3', choice)).toEqual({ current: 'f3', given: new Map() })
  })

  it('cycles through the faces', () => {
    const choice = toChoose(3, 1)
    const start = initialPicks(choice, null)
    expect(moveToAdjacentFace(start, choice.faces, -1).current).toBe('f3')
    expect(moveToAdjacentFace(moveToAdjacentFace(start, choice.faces, -1), choice.faces, 1).current).toBe('f1')
  })
})

describe('the text about faces', () => {
  const choice = toChoose(4, 2)
  const picks = {
    current: 'f2',
    given: new Map([
      ['f1', 1],
      ['f4', 0]
    ])
  }

  it('describes how each face changes', () => {
    expect(choice.faces.map((face) => faceReplacementText(face, picks, choice))).toEqual([
      'replaced with reference face B',
      'unchanged',
      'unchanged',
      'replaced with reference face A'
    ])
  })

  it('describes the effect of the button in advance', () => {
    expect(selectionSummaryText(picks, choice)).toBe(
      'Faces 1 and 4 will be replaced. Faces 2 and 3 won’t change. You can’t change your selection after sending. The task then resumes automatically.'
    )
    expect(selectionSummaryText({ ...picks, given: new Map() }, choice)).toBe('Select at least one face to replace.')
  })

  it('lists the times of a tracked face', () => {
    const moments = [1, 3, 8, 9].map((atInSeconds) => ({ atInSeconds, box: null }))
    expect(appearanceTimesText(moments.slice(0, 2))).toBe('appears at 0:01 and 0:03')
    expect(appearanceTimesText(moments)).toBe('appears at 0:01, 0:03, 0:08 and 1 more')
    expect(appearanceTimesText([])).toBe('')
  })
})
