import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultName } from '../../electron/library/result-name.ts'

const at = new Date(2026, 10, 5, 23, 59).getTime()
function name(more: Partial<Parameters<typeof resultName>[0]>) {
  return resultName({ capability: 'face-swap', title: 'A red fox', index: 0, count: 1, at, ...more })
}

describe('name of a result', () => {
  it.each<[Partial<Parameters<typeof resultName>[0]>, string]>([
    [{}, '2026-11-05_face-swap_A-red-fox'],
    [{ count: 4, index: 1 }, '2026-11-05_face-swap_A-red-fox_2'],
    [{ count: 12, index: 1 }, '2026-11-05_face-swap_A-red-fox_02'],
    [{ title: '' }, '2026-11-05_face-swap'],
    [{ title: '…?!', count: 2 }, '2026-11-05_face-swap_1'],
    [{ title: '../../etc/passwd' }, '2026-11-05_face-swap_etc-passwd'],
    [{ title: 'CON' }, '2026-11-05_face-swap_CON'],
    [{ title: 'a:b*c?d"e<f>g|h\\i/j' }, '2026-11-05_face-swap_a-b-c-d-e-f-g-h-i-j'],
    [{ title: 'fu\u0308chse im Schnee.' }, '2026-11-05_face-swap_füchse-im-Schnee'],
    [{ title: '雪の中の赤い狐' }, '2026-11-05_face-swap_雪の中の赤い狐'],
    [{ title: 'हिन्दी में' }, '2026-11-05_face-swap_हिन्दी-में'],
    [
      { title: 'one two three four five six seven eight nine ten eleven' },
      '2026-11-05_face-swap_one-two-three-four-five-six-seven-eight-nine-ten'
    ],
    [{ title: `${'long'.repeat(15)} ${'word'.repeat(15)}` }, `2026-11-05_face-swap_${'long'.repeat(15)}`],
    [{ capability: 'weird/../id' }, '2026-11-05_weird-id_A-red-fox']
  ])('of %j is %s', (parts, expected) => {
    expect(name(parts)).toBe(expected)
  })

  it('is one that every file system takes, whatever a person writes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.nat(20),
        (title, capability, index) => {
          const made = name({ title, capability, index, count: 21 })
          expect(made).toMatch(/^2026-11-05[\p{L}\p{N}\p{M}_-]*$/u)
          expect(made.normalize('NFC')).toBe(made)
          expect(made.isWellFormed()).toBe(true)
          expect(Buffer.byteLength(`${made} (999).part.json`)).toBeLessThanOrEqual(255)
        }
      ),
      { numRuns: 2_000 }
    )
  })
})
