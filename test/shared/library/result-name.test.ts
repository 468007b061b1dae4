import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileNameCollisionKey, namePatternProblem, resultName } from '../../../shared/library/result-name.ts'

const at = new Date(2026, 10, 5, 23, 59).getTime()
function name(more: Partial<Parameters<typeof resultName>[0]>) {
  return resultName({ capability: 'face-swap', title: 'A red fox', index: 0, count: 1, at, ...more })
}

describe('the name of a result', () => {
  it.each<[Partial<Parameters<typeof resultName>[0]>, string]>([
    [{}, '2026-11-05_face-swap_A-red-fox'],
    [{ count: 4, index: 1 }, '2026-11-05_face-swap_A-red-fox_2'],
    [{ count: 12, index: 1 }, '2026-11-05_face-swap_A-red-fox_02'],
    [{ title: '' }, '2026-11-05_face-swap'],
    [{ title: '…?!', count: 2 }, '2026-11-05_face-swap_1'],
    [{ title: '../../etc/passwd' }, '2026-11-05_face-swap_etc-passwd'],
    [{ title: 'vase.png' }, '2026-11-05_face-swap_vase'],
    [{ title: 'ok.PNG, clip 2.mp4' }, '2026-11-05_face-swap_ok-clip-2'],
    [{ title: 'a .png and v1.5 of vase.pngs' }, '2026-11-05_face-swap_a-png-and-v1-5-of-vase-pngs'],
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
  ])('for %j is %s', (parts, expected) => {
    expect(name(parts)).toBe(expected)
  })

  it('is valid on every file system, whatever the title is', () => {
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
    ['{words}', { title: 'com¹' }, 'com¹_'],
    ['{words}', { title: 'LPT²' }, 'LPT²_'],
    ['{words}/lpt³', {}, 'A-red-fox/lpt³_'],
    ['CONIN$', {}, 'CONIN'],
    ['conout$ {words}', { title: '' }, 'conout'],
    ['../../{words}', {}, 'A-red-fox'],
    ['.{words}.', {}, 'A-red-fox']
  ])('with the pattern %s for %j is %s', (rule, parts, expected) => {
    expect(resultName({ capability: 'face-swap', title: 'A red fox', index: 0, count: 1, at, ...parts }, rule)).toBe(expected)
  })

  it('stays inside the library and is valid on every file system, whatever the pattern is', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom('{date}', '{words}', '{index}', '{capability}', '/', '..', '{', '}', '\\', 'nul', 'com¹', 'lpt³', 'CONIN$'),
            fc.string({ unit: 'binary' })
          )
        ),
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        (pieces, title) => {
          for (const part of resultName({ capability: 'c', title, index: 3, count: 9, at }, pieces.join('')).split('/')) {
            expect(part).toMatch(/^[\p{L}\p{N}(][\p{L}\p{N}\p{M}_() -]*$/u)
            expect(part).not.toMatch(/[ .]$|^(?:con|nul|aux|prn|conin\$|conout\$|(?:com|lpt)[\d¹²³])$/i)
            expect(Buffer.byteLength(`${part} (999).made.part`)).toBeLessThanOrEqual(255)
          }
        }
      ),
      { numRuns: 2_000, examples: [[[')'], 'a']] }
    )
  })

  it.each([
    ['{date}_{words}', null],
    ['{year}/{month}/{words} ({index})', null],
    ['', 'The pattern is empty.'],
    [
      '{foo}',
      '{foo} isn’t a valid placeholder. Available placeholders: {date}, {year}, {month}, {time}, {capability}, {words} and {index}.'
    ],
    ['{date', 'The pattern contains an unmatched brace.'],
    ['a:b', 'The pattern can’t contain < > : " \\ | ? *. Some systems don’t allow these characters.'],
    ['{date}//{words}', 'Add a folder name between the two slashes.'],
    ['../{words}', 'A folder name can’t consist only of dots.'],
    ['{date}/./{words}', 'A folder name can’t consist only of dots.'],
    ['/{words}', 'The pattern can’t start or end with a slash.'],
    ['{words}/', 'The pattern can’t start or end with a slash.'],
    ['a/b/c/d/e/{words}', 'Folders can be nested at most 4 levels deep.']
  ])('with the pattern %j has the problem %s', (rule, problem) => {
    expect(namePatternProblem(rule)).toBe(problem)
  })
})

describe('the folded form of a name', () => {
  it.each([
    ['A red Fox', 'a RED fox'],
    ['f\u00fcchse', 'FU\u0308CHSE'],
    ['caf\u00e9', 'cafe\u0301'],
    ['Straße', 'STRASSE'],
    ['ﬁsch', 'FISCH'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['\u212ailn', 'kiln'],
    ['ᾳ', 'ΑΙ'],
    ['fox\u200d', 'fox'],
    ['fox\ufe0f', 'fox'],
    ['fox. .', 'fox']
  ])('is the same for %j and %j', (one, other) => {
    expect(fileNameCollisionKey(one)).toBe(fileNameCollisionKey(other))
  })

  it('differs for names that differ on every file system', () => {
    expect(new Set(['a fox', 'a-fox', 'a fix', 'a fox (2)', '狐', '狸'].map(fileNameCollisionKey)).size).toBe(6)
  })

  it('is the same for every character and its Unicode case folding, composition and decomposition', () => {
    const cased: string[] = []
    for (let point = 0; point <= 0x10_ff_ff; point += 1) {
      if (point >= 0xd8_00 && point <= 0xdf_ff) continue
      const one = String.fromCodePoint(point)
      const others = [one.toLowerCase(), one.toUpperCase(), one.normalize('NFC'), one.normalize('NFD')]
      const folded = fileNameCollisionKey(one)
      for (const other of others)
        if (fileNameCollisionKey(other) !== folded) expect.fail(`${point.toString(16)} and ${other} are told apart`)
      if (others.some((other) => other !== one)) cased.push(one)
    }
    // With the flags `iu`, a regular expression uses Unicode's simple case folding.
    const all = cased.join('')
    for (const one of cased) {
      const same = new RegExp(`\\u{${one.codePointAt(0)?.toString(16)}}`, 'giu')
      for (const [other] of all.matchAll(same))
        if (fileNameCollisionKey(other) !== fileNameCollisionKey(one)) expect.fail(`${one} and ${other} are told apart`)
    }
    expect(cased.length).toBeGreaterThan(2_000)
  })
})
