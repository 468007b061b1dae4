import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenizeShellCommand } from '../../../electron/uploads/shell-tokenizer.ts'

/** Returns the words that bash passes to a program for each text. */
function wordsOfBash(texts: readonly string[]): string[][] {
  const script = [
    'say() { for word in "$@"; do printf "%s\\0" "$word"; done; printf "\\1\\0"; }',
    ...texts.map((text) => `say ${text}`)
  ].join('\n')
  const said = execFileSync('bash', ['--noprofile', '--norc', '-c', script], { encoding: 'utf8', env: { LC_ALL: 'C.UTF-8' } })
  return said
    .split('\u0001\0')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1))
}

describe('splitting a command like a POSIX shell', () => {
  it('agrees with bash on every text it accepts as one plain call', () => {
    // The test runs these pieces in bash. They must be harmless even if the tokenizer accepts an unsafe text.
    const piece = fc.constantFrom(
      'a',
      'b-c',
      '\\ ',
      '\\\\',
      "\\'",
      '\\"',
      '\\$',
      '\\\n',
      "'",
      '"',
      "'x y'",
      '"x\\"y\\z\\\\"',
      "$'\\t\\x41\\101\\u00e9\\''",
      '@',
      '=',
      '%',
      '^',
      '#',
      ',',
      ':',
      '~a',
      '.',
      'é',
      '☕',
      ' ',
      ' ',
      '\t'
    )
    const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''))
    const taken = fc
      .sample(text, { numRuns: 4_000, seed: 7 })
      .map((one) => ({ one, split: tokenizeShellCommand(one, 'posix') }))
      // Skips words that begin with `~`, which a shell expands to a folder. Kiln doesn't expand such words.
      .filter(({ one, split }) => split.ok && !/(^|[\s:=])~/.test(one))
    expect(taken.length).toBeGreaterThan(500)
    expect(taken.map(({ split }) => (split.ok ? split.words : null))).toEqual(wordsOfBash(taken.map(({ one }) => one)))
  })
})
