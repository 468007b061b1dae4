import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loopTargets } from '../../../renderer/media/loop-targets.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import { checkValues, topLevelFieldName } from '../../../shared/form/fields.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'
import { practiceCapabilities } from '../actions/practice-capabilities.ts'

const namesFor = (capabilities: readonly Capability[], medium: 'video' | 'audio') =>
  loopTargets(capabilities, medium).map(({ target }) => `${target.capability.id} ${target.field.name}`)
const video = { type: 'string', 'x-media': { medium: 'video' } } as const
const audio = { type: 'string', title: 'Speech', 'x-media': { medium: 'audio' } } as const
const seconds = { type: 'number', minimum: 0 } as const

function capabilityWith(properties: { readonly [name: string]: JsonSchema }): readonly Capability[] {
  return [{ id: 'x', title: 'X', inputSchema: { type: 'object', properties } } as unknown as Capability]
}

describe('the forms that take the start and end of a loop', () => {
  it('are found in the practice contract', () => {
    expect(namesFor(practiceCapabilities, 'video')).toEqual(['slow-motion videoUrl'])
    expect(namesFor(practiceCapabilities, 'audio')).toEqual(['audio-repair audioUrl'])
  })

  it('take the medium that the start and end belong to', () => {
    const both = { audioUrl: audio, videoUrl: video, end: seconds }
    expect(namesFor(capabilityWith({ ...both, start: seconds }), 'video')).toEqual(['x videoUrl'])
    expect(namesFor(capabilityWith({ ...both, start: seconds }), 'audio')).toEqual([])
    expect(namesFor(capabilityWith({ ...both, start: { ...seconds, description: 'Time in the speech.' } }), 'audio')).toEqual([
      'x audioUrl'
    ])
    expect(namesFor(capabilityWith({ videoUrl: video, start: seconds }), 'video')).toEqual([])
  })

  it('get values that their fields accept', () => {
    const at = fc.double({ min: 0, max: 500, noNaN: true })
    fc.assert(
      fc.property(at, fc.double({ min: 1, max: 90, noNaN: true }), (from, length) => {
        for (const medium of ['video', 'audio'] as const)
          for (const { target, valuesOf } of loopTargets(practiceCapabilities, medium)) {
            const values = valuesOf({ from, until: from + length })
            const fields = Object.keys(values)
            expect(fields.length).toBeGreaterThan(0)
            const problems = checkValues(target.capability, values, () => null)
            expect(problems.filter(({ field }) => field !== null && fields.includes(topLevelFieldName(field)))).toEqual([])
          }
      })
    )
  })
})
