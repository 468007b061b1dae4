import { describe, expect, it } from 'vitest'
import { parseSavedForm } from '../../../electron/forms/parse-saved-form.ts'
import type { UnmappedReason } from '../../../shared/form/fields/value-change.ts'

const stored = (left: unknown): string => JSON.stringify({ values: { prompt: 'a vase' }, modeId: null, keptSeeds: [], left: [left] })
const formerly = (why: string): string => stored({ name: 'mood', label: 'Pairs: 2: Mood', value: 'calm', why })

describe('a form that an earlier version stored', () => {
  it.each<[string, UnmappedReason]>([
    ['The service no longer accepts it.', { code: 'no-longer-accepted', params: {} }],
    ['It is no file and no web address.', { code: 'not-media', params: {} }],
    ['It’s neither a file nor a web address.', { code: 'not-media', params: {} }],
    ['This value isn’t a file or a web address.', { code: 'not-media', params: {} }],
    ['Only one is taken now.', { code: 'only-one-value', params: {} }],
    ['Only one value is accepted now.', { code: 'only-one-value', params: {} }],
    ['This field now accepts only one value.', { code: 'only-one-value', params: {} }],
    ['It does not fit into this list.', { code: 'not-accepted-in-list', params: {} }],
    ['This list doesn’t accept this value.', { code: 'not-accepted-in-list', params: {} }],
    ['It is a list of files now.', { code: 'other-kind', params: { kind: 'files' } }],
    ['This field is now a JSON value.', { code: 'other-kind', params: { kind: 'json' } }],
    ['It went away.', { code: 'legacy-text', params: { text: 'It went away.' } }],
    ['constructor', { code: 'legacy-text', params: { text: 'constructor' } }]
  ])('keeps its unmapped values, with a code for the reason “%s”', (why, reason) => {
    expect(parseSavedForm(formerly(why))?.left).toEqual([{ name: 'mood', label: 'Pairs: 2: Mood', path: [], value: 'calm', reason }])
  })
})

describe('a form in the current format', () => {
  it('is unchanged', () => {
    const left = { name: 'mood', label: 'Pairs', path: [1, 'Mood'], value: 'calm', reason: { code: 'only-one-value', params: {} } }
    expect(parseSavedForm(stored(left))?.left).toEqual([left])
  })

  it('is invalid with an unknown reason', () => {
    expect(parseSavedForm(stored({ name: 'mood', label: 'Mood', path: [], value: 'calm', reason: { code: 'x', params: {} } }))).toBeNull()
  })
})
