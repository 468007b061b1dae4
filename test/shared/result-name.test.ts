import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameRuleProblem, resultName } from '../../shared/result-name.ts'

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

  it.each<[string, Partial<Parameters<typeof resultName>[0]>, string]>([
    ['{year}/{month}/{words}', {}, '2026/11/A-red-fox'],
    ['{capability}/{date} {time} {words} ({index})', { count: 3 }, 'face-swap/2026-11-05 23-59 A-red-fox (1)'],
    ['{words}', { title: '' }, '2026-11-05'],
    ['{words}/{index}', { title: '' }, '2026-11-05'],
    ['{words}_{index}_{date}', { title: '' }, '2026-11-05'],
    ['Kiln {words}', { title: '' }, 'Kiln'],
    ['{words}', { title: 'con' }, 'con_'],
    ['../../{words}', {}, 'A-red-fox'],
    ['.{words}.', {}, 'A-red-fox']
  ])('by the rule %s of %j is %s', (rule, parts, expected) => {
    expect(resultName({ capability: 'face-swap', title: 'A red fox', index: 0, count: 1, at, ...parts }, rule)).toBe(expected)
  })

  it('stays inside the library and is one that every file system takes, whatever the rule', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom('{date}', '{words}', '{index}', '{capability}', '/', '..', '{', '}', '\\', 'nul'),
            fc.string({ unit: 'binary' })
          )
        ),
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        (pieces, title) => {
          for (const part of resultName({ capability: 'c', title, index: 3, count: 9, at }, pieces.join('')).split('/')) {
            expect(part).toMatch(/^[\p{L}\p{N}(][\p{L}\p{N}\p{M}_() -]*$/u)
            expect(part).not.toMatch(/[ .]$|^(?:con|nul|aux|prn)$/i)
            expect(Buffer.byteLength(`${part} (999).made.part`)).toBeLessThanOrEqual(255)
          }
        }
      ),
      { numRuns: 2_000 }
    )
  })

  it.each([
    ['{date}_{words}', null],
    ['{year}/{month}/{words} ({index})', null],
    ['', 'The rule is empty.'],
    ['{foo}', 'Kiln does not know {foo}. It knows {date}, {year}, {month}, {time}, {capability}, {words} and {index}.'],
    ['{date', 'A brace stands alone.'],
    ['a:b', 'Some systems take no < > : " \\ | ? * in names.'],
    ['{date}//{words}', 'A folder between two slashes has no name.'],
    ['../{words}', 'A folder between two slashes has no name.'],
    ['/{words}', 'A folder between two slashes has no name.'],
    ['a/b/c/d/e/{words}', 'There may be at most 4 folders in each other.']
  ])('says of the rule %j: %s', (rule, problem) => {
    expect(nameRuleProblem(rule)).toBe(problem)
  })
})
