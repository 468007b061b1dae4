import { describe, expect, it } from 'vitest'
import { fallbackCapabilities } from '../../../../electron/contract/fallback-capabilities.ts'
import { runChanges } from '../../../../renderer/compose/stage/run-changes.ts'
import { allFieldsOf } from '../../../../shared/form/fields.ts'
import type { Values } from '../../../../shared/form/values.ts'
import { aTask } from '../../a-task.ts'

const [, versionThree] = fallbackCapabilities
if (versionThree === undefined) throw new Error('A fallback capability is missing.')
const capability = versionThree
const run = (values: Values) => aTask({ id: 'a', capability: capability.id, values })

describe('what a run changed', () => {
  it('marks the words of the prompt that the run before lacks', () => {
    const { prompt } = runChanges(run({ prompt: 'A tall red vase' }), run({ prompt: 'A tall vase' }), capability)
    expect(prompt.filter(({ isDifferent }) => isDifferent).map(({ text }) => text.trim())).toEqual(['red'])
    expect(prompt.map(({ text }) => text).join('')).toBe('A tall red vase')
  })

  it('names each changed setting with both values', () => {
    const { settings } = runChanges(
      run({ prompt: 'x', size: '1024*1024', seed: 9 }),
      run({ prompt: 'x', size: '768*1152', seed: 4711 }),
      capability
    )
    expect(settings).toEqual([
      { name: 'Size', before: '2:3', after: '1:1' },
      { name: 'Seed', before: '4711', after: '9' }
    ])
  })

  it('names a size in pixels if the ratio stays, or if it has no ratio of the contract', () => {
    const sizes = (before: string, after: string) => runChanges(run({ size: after }), run({ size: before }), capability).settings
    const [group] = allFieldsOf(capability).flatMap((field) =>
      field.kind === 'size' ? field.groups.filter(({ sizes: all }) => all.length > 1) : []
    )
    const [small, large] = group?.sizes ?? []
    expect(sizes(small?.value ?? '', large?.value ?? '')).toEqual([
      { name: 'Size', before: `${small?.width} × ${small?.height}`, after: `${large?.width} × ${large?.height}` }
    ])
    expect(sizes('1000*700', '1024*1024')).toMatchObject([{ name: 'Size', after: '1024 × 1024' }])
  })

  it('marks nothing in the oldest run, and nothing if nothing changed', () => {
    const first = run({ prompt: 'A vase', seed: 1 })
    expect(runChanges(first, null, capability)).toEqual({ prompt: [{ text: 'A vase', isDifferent: false }], settings: [] })
    expect(runChanges(first, first, capability).settings).toEqual([])
    expect(runChanges(first, first, capability).prompt.some(({ isDifferent }) => isDifferent)).toBe(false)
  })
})
