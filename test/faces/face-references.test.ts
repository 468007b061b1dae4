import { describe, expect, it } from 'vitest'
import { knownReferences } from '../../electron/faces/face-references.ts'

const url = (name: string): string => `https://files.example/${name}.png`
const unknown = { url: null, id: null }

describe('references as the service knows them', () => {
  const pairs = [{ faceImageUrl: { file: '/photos/a.png' } }, { faceImageUrl: url('typed') }]
  const body = JSON.stringify({ pairs: [{ faceImageUrl: url('a') }, { faceImageUrl: url('typed') }], targetImageUrl: url('t') })

  it('have the URLs that were sent, in the order of the form', () => {
    const values = { targetImageUrl: { file: '/photos/t.png' }, pairs }
    expect(knownReferences(values, body, [])).toEqual([
      { url: url('a'), id: null },
      { url: url('typed'), id: null }
    ])
  })

  it('have the identifiers that the service shows: by their URL, else by their order', () => {
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
    ['another number of them was sent', JSON.stringify({ pairs: [{ faceImageUrl: url('a') }] })],
    ['what was sent is no object', '"text"']
  ])('are unknown where %s', (_what, sent) => {
    expect(knownReferences({ pairs }, sent, [])).toEqual([unknown, unknown])
  })
})
