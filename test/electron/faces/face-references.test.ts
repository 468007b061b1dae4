import { describe, expect, it } from 'vitest'
import { knownReferences } from '../../../electron/faces/face-references.ts'

const url = (name: string): string => `https://files.example/${name}.png`
const unknown = { url: null, id: null }

describe('known references', () => {
  const pairs = [{ faceImageUrl: { file: '/photos/a.png' } }, { faceImageUrl: url('typed') }]
  const body = JSON.stringify({ pairs: [{ faceImageUrl: url('a') }, { faceImageUrl: url('typed') }], targetImageUrl: url('t') })

  it('have the URLs that were sent, in the form’s order', () => {
    const values = { targetImageUrl: { file: '/photos/t.png' }, pairs }
    expect(knownReferences(values, body, [])).toEqual([
      { url: url('a'), id: null },
      { url: url('typed'), id: null }
    ])
  })

  it('get the service’s identifiers by URL, otherwise by order', () => {
    const shown = [
      { id: 'r-typed', url: url('typed') },
      { id: 'r-a', url: url('a') }
    ]
    expect(knownReferences({ pairs }, body, shown).map(({ id }) => id)).toEqual(['r-a', 'r-typed'])
    const bare = shown.map(({ id }) => ({ id, url: null }))
    expect(knownReferences({ pairs }, body, bare).map(({ id }) => id)).toEqual(['r-typed', 'r-a'])
    expect(knownReferences({ pairs }, body, bare.slice(1)).map(({ id }) => id)).toEqual([null, null])
  })

  it.each([
    ['nothing was sent yet', null],
    ['a different number of them was sent', JSON.stringify({ pairs: [{ faceImageUrl: url('a') }] })],
    ['the sent body isn’t an object', '"text"']
  ])('are unknown if %s', (_what, sent) => {
    expect(knownReferences({ pairs }, sent, [])).toEqual([unknown, unknown])
  })
})
