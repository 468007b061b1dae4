import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonError, offsetOfPath, lineAndColumnOf } from '../../../renderer/fields/json-syntax-error.ts'

describe('a JSON syntax error', () => {
  it.each<[string, string, string]>([
    ['an empty text', '', '1:1 The JSON is incomplete: a value is missing.'],
    ['an open object', '{\n  "a": 1', '2:9 The JSON is incomplete: the “{” on line 1 needs a closing “}”.'],
    ['an open list', '[1, 2', '1:6 The JSON is incomplete: the “[” on line 1 needs a closing “]”.'],
    ['a missing comma', '{"a": 1\n "b": 2}', '2:2 A comma is missing before this character.'],
    ['a missing comma in a list', '[1 2]', '1:4 A comma is missing before this character.'],
    ['an extra comma in an object', '{"a": 1,\n}', '2:1 Remove the extra comma before “}”.'],
    ['an extra comma in a list', '[1, ]', '1:5 Remove the extra comma before “]”.'],
    ['two commas', '[1,,2]', '1:4 Remove the extra comma.'],
    ['the wrong bracket', '{"a": [1}', '1:9 “}” doesn’t close the “[” on line 1.'],
    ['a name without quotes', '{width: 3}', '1:2 Put the name width in double quotes.'],
    ['single quotes', "{'a': 1}", '1:2 Use plain double quotes (") around text.'],
    ['curly quotes', '{“a”: 1}', '1:2 Use plain double quotes (") around text.'],
    ['a text without quotes', '{"a": red}', '1:7 Put the text red in double quotes.'],
    ['a missing colon', '{"a" 1}', '1:6 A colon is missing after the name “a”.'],
    ['a missing value', '{"a": }', '1:7 “a” has no value.'],
    ['a name in a list', '["a": 1]', '1:5 Names and values go in “{ }”, not “[ ]”.'],
    ['a text over two lines', '["a\nb"]', '1:2 A closing double quote is missing.'],
    [
      'a tab in a text',
      '["a\tb"]',
      '1:4 The text contains an invisible character, such as a tab. Remove it. You can also write a tab as \\t.'
    ],
    ['a Windows path', '["C:\\Users"]', '1:5 Write a backslash twice: \\\\.'],
    ['a comment', '[1] // one', '1:5 There’s extra text after the end of the JSON.'],
    ['a comment inside', '[ // one\n1]', '1:3 JSON can’t contain comments. Remove the comment.'],
    ['a Python literal', '{"a": True}', '1:7 Write true instead of True.'],
    ['a number that begins with 0', '[007]', '1:2 Remove the extra 0 at the start of the number.'],
    ['a number that begins with a point', '[.5]', '1:2 Numbers must start with a digit or a minus sign.'],
    ['a number that ends with a point', '[1.]', '1:2 “1.” isn’t a number.'],
    ['two values', '1 2', '1:3 There’s extra text after the end of the JSON.'],
    ['an error after an emoji', '["🏺🏺", x]', '1:8 Put the text x in double quotes.']
  ])('is reported with its line and column: %s', (_what, text, words) => {
    const fault = findJsonError(text)
    expect(fault && `${fault.line}:${fault.column} ${fault.reason}`).toBe(words)
    expect(() => void JSON.parse(text)).toThrow(SyntaxError)
  })

  it('is found exactly if JSON.parse fails', () => {
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
          expect(findJsonError(text) === null, text).toBe(isJson(text))
        }
      ),
      { numRuns: 4000 }
    )
  })

  it('is found in deeply nested JSON without a stack overflow', () => {
    expect(findJsonError('['.repeat(200_000))?.reason).toContain('The JSON is incomplete')
    expect(findJsonError('['.repeat(50_000) + ']'.repeat(50_000))).toBeNull()
  })
})

describe('a path in JSON', () => {
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
    expect(lineAndColumnOf(text, offset).line).toBe(line)
  })
})
