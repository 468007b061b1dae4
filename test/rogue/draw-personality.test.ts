import { describe, expect, it } from 'vitest'
import { drawPersonality } from './draw-personality.ts'
import { assertCompliant } from './assert-compliant.ts'
import { createCallFault, applyPersonalityChanges, createErrorFaultKind, defaultPersonality } from './personality.ts'
import { seededRandom } from './random.ts'

const drawn = Array.from({ length: 500 }, (_, seed) => drawPersonality(seededRandom(seed), String(seed)))

describe('drawn personalities', () => {
  it('comply with the spec, survive JSON, and are the same for the same seed', () => {
    for (const [seed, personality] of drawn.entries()) {
      assertCompliant(personality)
      expect(JSON.parse(JSON.stringify(personality))).toEqual(personality)
      expect(drawPersonality(seededRandom(seed), String(seed))).toEqual(personality)
    }
  })

  it('differ in every field that a service may choose', () => {
    for (const section of ['documents', 'submit', 'query', 'recent', 'storage', 'mcp', 'clock'] as const) {
      for (const field of Object.keys(defaultPersonality[section])) {
        const values = new Set(drawn.map((personality) => JSON.stringify((personality[section] as Record<string, unknown>)[field])))
        expect([section, field, values.size > 1]).toEqual([section, field, true])
      }
    }
  })

  it('aren’t compliant if they deny an accepted task', () => {
    const refusal = createCallFault({ on: 'submit', does: createErrorFaultKind(429, 'RATE_LIMITED'), afterWork: true })
    expect(() => assertCompliant(applyPersonalityChanges(defaultPersonality, { faults: [refusal] }))).toThrow(/violates the specification/)
    const bare = createCallFault({ on: 'submit', does: createErrorFaultKind(409, null), afterWork: true })
    expect(() => assertCompliant(applyPersonalityChanges(defaultPersonality, { faults: [bare] }))).not.toThrow()
  })
})
