import { describe, expect, it } from 'vitest'
import { drawPersonality } from './draw-personality.ts'
import { assertCompliant } from './assert-compliant.ts'
import { callFault, changed, rogueErrorResponse, plainPersonality } from './personality.ts'
import { seededRandom } from './random.ts'

const drawn = Array.from({ length: 500 }, (_, seed) => drawPersonality(seededRandom(seed), String(seed)))

describe('drawn personalities', () => {
  it('are lawful, survive JSON, and are the same for the same seed', () => {
    for (const [seed, personality] of drawn.entries()) {
      assertCompliant(personality)
      expect(JSON.parse(JSON.stringify(personality))).toEqual(personality)
      expect(drawPersonality(seededRandom(seed), String(seed))).toEqual(personality)
    }
  })

  it('differ in every field that a service is free in', () => {
    for (const section of ['documents', 'submit', 'query', 'recent', 'storage', 'mcp', 'clock'] as const) {
      for (const field of Object.keys(plainPersonality[section])) {
        const values = new Set(drawn.map((personality) => JSON.stringify((personality[section] as Record<string, unknown>)[field])))
        expect([section, field, values.size > 1]).toEqual([section, field, true])
      }
    }
  })

  it('that say that nothing was made where something was are not lawful', () => {
    const refusal = callFault({ on: 'submit', does: rogueErrorResponse(429, 'RATE_LIMITED'), afterWork: true })
    expect(() => assertCompliant(changed(plainPersonality, { faults: [refusal] }))).toThrow(/not lawful/)
    const bare = callFault({ on: 'submit', does: rogueErrorResponse(409, null), afterWork: true })
    expect(() => assertCompliant(changed(plainPersonality, { faults: [bare] }))).not.toThrow()
  })
})
