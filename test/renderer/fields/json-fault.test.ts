import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonFault, offsetOfPath, placeOf } from '../../../renderer/fields/json-fault.ts'

describe('a text that is not JSON yet', () => {
  it.each<[string, string, string]>([
    ['nothing', '', '1:1 The text ends too early: a value is missing.'],
    ['an open object', '{\n  "a": 1', '2:9 The text ends too early: “}” is missing for the “{” of line 1.'],
    ['an open list', '[1, 2', '1:6 The text ends too early: “]” is missing for the “[” of line 1.'],
    ['a missing comma', '{"a": 1\n "b": 2}', '2:2 A comma is missing before this.'],
    ['a missing comma in a list', '[1 2]', '1:4 A comma is missing before this.'],
    ['a comma too many in an object', '{"a": 1,\n}', '2:1 There is a comma too many before “}”.'],
    ['a comma too many in a list', '[1, ]', '1:5 There is a comma too many before “]”.'],
    ['two commas', '[1,,2]', '1:4 There is a comma too many.'],
    ['the wrong bracket', '{"a": [1}', '1:9 “}” does not close the “[” of line 1.'],
    ['a name without quotes', '{width: 3}', '1:2 The name width has to stand in double quotes.'],
    ['single quotes', "{'a': 1}", '1:2 Texts stand in straight double quotes: ".'],
    ['curly quotes', '{“a”: 1}', '1:2 Texts stand in straight double quotes: ".'],
    ['a text without quotes', '{"a": red}', '1:7 The text red has to stand in double quotes.'],
    ['a missing colon', '{"a" 1}', '1:6 A colon is missing after the name “a”.'],
    ['a missing value', '{"a": }', '1:7 “a” has no value.'],
    ['a name in a list', '["a": 1]', '1:5 A name and its value belong into “{ }”, not into “[ ]”.'],
    ['a text over two lines', '["a\nb"]', '1:2 This text is not closed: a double quote is missing at its end.'],
    ['a tab in a text', '["a\tb"]', '1:4 A tab or another sign that can’t be seen stands in a text. Write \\t, or take it out.'],
    ['a path of Windows', '["C:\\Users"]', '1:5 A backslash has to be written twice: \\\\.'],
    ['a comment', '[1] // one', '1:5 Something follows after the end.'],
    ['a comment inside', '[ // one\n1]', '1:3 JSON has no comments. Take it out.'],
    ['words of Python', '{"a": True}', '1:7 Write true for True.'],
    ['a number that begins with 0', '[007]', '1:2 A number can’t begin with 0.'],
    ['a number that begins with a point', '[.5]', '1:2 A number begins with a digit or a minus.'],
    ['a number that ends with a point', '[1.]', '1:2 “1.” is no number.'],
    ['two values', '1 2', '1:3 Something follows after the end.'],
    ['an emoji before it', '["🏺🏺", x]', '1:8 The text x has to stand in double quotes.']
  ])('%s', (_what, text, words) => {
    const fault = jsonFault(text)
    expect(fault && `${fault.line}:${fault.column} ${fault.why}`).toBe(words)
    expect(() => void JSON.parse(text)).toThrow(SyntaxError)
  })

  it('is told from JSON as the engine tells them, whatever it is', () => {
    const isJson = (text: string): boolean => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    const signs = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '1',
      '-',
      '0',
      'e',
      '.',
      'true',
      'null',
      ' ',
      '\n',
      '\\',
      '\\n',
      '🏺'
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(signs, { maxLength: 14 }).map((all) => all.join('')),
          fc.json(),
          fc.string()
        ),
        (text) => {
          expect(jsonFault(text) === null, text).toBe(isJson(text))
        }
      ),
      { numRuns: 4000 }
    )
  })

  it('is no danger however deep it goes', () => {
    expect(jsonFault('['.repeat(200_000))?.why).toContain('ends too early')
    expect(jsonFault('['.repeat(50_000) + ']'.repeat(50_000))).toBeNull()
  })
})

describe('a place in JSON', () => {
  const text = '{\n  "shots": [\n    { "prompt": "a" },\n    { "prompt": "b", "a": { "x": 1 } }\n  ]\n}'
  it.each<[readonly (string | number)[], string, number]>([
    [[], '{', 1],
    [['shots'], '[', 2],
    [['shots', 1], '{ "prompt": "b"', 4],
    [['shots', 1, 'prompt'], '"b"', 4],
    [['shots', '1', 'a', 'x'], '1 }', 4],
    [['shots', 1, 'gone'], '{ "prompt": "b"', 4],
    [['nowhere', 'at all'], '{', 1]
  ])('%j is found', (path, begins, line) => {
    const offset = offsetOfPath(text, path)
    expect(text.slice(offset).startsWith(begins)).toBe(true)
    expect(placeOf(text, offset).line).toBe(line)
  })
})
