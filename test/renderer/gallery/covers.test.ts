import { describe, expect, it } from 'vitest'
import { capabilityCover } from '../../../renderer/gallery/covers.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import { aCapability } from './a-capability.ts'

/** Number of capabilities of each kind. No number is lower than in the practice service. */
const kinds: readonly (readonly [Partial<Omit<Capability, 'id'>>, number])[] = [
  [{ category: 'image', output: 'image' }, 20],
  [{ category: 'video', output: 'video' }, 24],
  [{ category: 'audio', output: 'audio' }, 16],
  [{ category: '3d', output: 'model' }, 5],
  [{ category: 'face-swap', output: 'image' }, 5],
  [{ category: 'effects', output: 'image' }, 8]
]

describe('covers of capabilities without your own results', () => {
  it.each(kinds)('are all different for %o', (kind, count) => {
    const covers = Array.from({ length: count }, (_, place) =>
      JSON.stringify(capabilityCover(aCapability({ id: String(place), ...kind }), place))
    )
    expect(new Set(covers).size).toBe(count)
  })
})
