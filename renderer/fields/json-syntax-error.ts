import { say } from '../../shared/i18n/say.ts'

/**
 * Position of the first JSON error in a text, with a reason to display. `offset` is zero-based and counts UTF-16 units. `line` and `column`
 * are one-based, and `column` counts Unicode code points.
 */
export type JsonSyntaxError = { readonly offset: number; readonly line: number; readonly column: number; readonly reason: string }

/** The text being read and the current offset. */
type Reading = { readonly text: string; at: number }
type Open = { readonly bracket: '{' | '['; readonly offset: number }

class Fault extends Error {
  readonly offset: number
  constructor(offset: number, reason: string) {
    super(reason)
    this.offset = offset
  }
}

/** Returns the first JSON syntax error in `text`. Null if `text` is valid JSON. Empty text is invalid. */
export function findJsonError(text: string): JsonSyntaxError | null {
  try {
    readWhole({ text, at: 0 })
    return null
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { offset: error.offset, ...lineAndColumnOf(text, error.offset), reason: error.message }
  }
}

/** Returns the one-based line and column of a UTF-16 offset. The column counts Unicode code points. */
export function lineAndColumnOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1
  let start = 0
  for (let next = text.indexOf('\n'); next !== -1 && next < offset; next = text.indexOf('\n', start)) {
    line += 1
    start = next + 1
  }
  return { line, column: [...text.slice(start, offset)].length + 1 }
}

/**
 * Returns the offset of the value at `path`, such as `['shots', 2, 'prompt']`. If `path` doesn't exist, returns the offset of the nearest
 * existing ancestor. `text` must be valid JSON.
 */
export function offsetOfPath(text: string, path: readonly (string | number)[]): number {
  const found = { depth: -1, offset: 0 }
  readWhole({ text, at: 0 }, (at, steps) => {
    if (steps.length > path.length || steps.length <= found.depth) return
    if (steps.every((step, depth) => String(step) === String(path[depth]))) Object.assign(found, { depth: steps.length, offset: at })
  })
  return found.offset
}

type OnValue = (offset: number, path: readonly (string | number)[]) => void

/**
 * Reads a whole JSON text and calls `onValue` at the start of each value. Throws a `Fault` at the first error. Doesn't use recursion, so
 * deep nesting can't overflow the stack.
 */
function readWhole(reading: Reading, onValue: OnValue = () => undefined): void {
  const opened: Open[] = []
  const path: (string | number)[] = []
  skipSpace(reading)
  for (;;) {
    onValue(reading.at, path)
    const bracket = beginValue(reading)
    if (bracket !== null) {
      opened.push(bracket)
      if (!isClosedAtOnce(reading, bracket)) {
        path.push(bracket.bracket === '{' ? readName(reading) : 0)
        continue
      }
      opened.pop()
    }
    // Closing brackets may follow a value. After them come a comma and the next value, or the end of the text.
    for (;;) {
      skipSpace(reading)
      const open = opened.at(-1)
      if (open === undefined) return expectEnd(reading)
      const next = reading.text[reading.at]
      if (next === ',') {
        reading.at += 1
        skipSpace(reading)
        const last = path.pop()
        path.push(open.bracket === '{' ? readNameAfterComma(reading) : nextPlace(reading, last))
        break
      }
      if (next !== closing(open)) throw new Fault(reading.at, wordsAfterValue(reading, open))
      reading.at += 1
      opened.pop()
      path.pop()
    }
  }
}

/** Reads a plain value and returns null. For an array or object, reads only the opening bracket and returns that bracket. */
function beginValue(reading: Reading): Open | null {
  const { text, at } = reading
  const first = text[at]
  if (first === '{' || first === '[') {
    reading.at += 1
    return { bracket: first, offset: at }
  }
  if (first === '"') readText(reading)
  else if (first !== undefined && /[-\d]/.test(first)) readNumber(reading)
  else readWord(reading)
  return null
}

function isClosedAtOnce(reading: Reading, open: Open): boolean {
  skipSpace(reading)
  if (reading.text[reading.at] !== closing(open)) return false
  reading.at += 1
  return true
}

function nextPlace(reading: Reading, last: string | number | undefined): number {
  if (reading.text[reading.at] === ']') throw new Fault(reading.at, say('Remove the extra comma before “{bracket}”.', { bracket: ']' }))
  return (typeof last === 'number' ? last : -1) + 1
}

function readNameAfterComma(reading: Reading): string {
  if (reading.text[reading.at] === '}') throw new Fault(reading.at, say('Remove the extra comma before “{bracket}”.', { bracket: '}' }))
  return readName(reading)
}

/** Reads a name in quotes and its colon, up to the start of its value. */
function readName(reading: Reading): string {
  const { text, at } = reading
  if (at >= text.length) throw new Fault(at, say('The JSON is incomplete: “{bracket}” is missing.', { bracket: '}' }))
  if (text[at] !== '"') {
    const word = /^[\p{L}\p{N}_$-]+/u.exec(text.slice(at, at + 60))?.[0]
    throw new Fault(at, word === undefined ? unexpectedText(reading) : say('Put the name {word} in double quotes.', { word }))
  }
  const name = readText(reading)
  skipSpace(reading)
  if (text[reading.at] !== ':') throw new Fault(reading.at, say('A colon is missing after the name “{name}”.', { name }))
  reading.at += 1
  skipSpace(reading)
  if (reading.text[reading.at] === '}' || reading.text[reading.at] === ',')
    throw new Fault(reading.at, say('“{name}” has no value.', { name }))
  return name
}

function readText(reading: Reading): string {
  const { text } = reading
  const start = reading.at
  reading.at += 1
  for (;;) {
    const letter = text[reading.at]
    if (letter === undefined || letter === '\n') throw new Fault(start, say('A closing double quote is missing.'))
    if (letter === '"') break
    if (letter < ' ')
      throw new Fault(
        reading.at,
        say('The text contains an invisible character, such as a tab. Remove it. You can also write a tab as \\t.')
      )
    if (letter === '\\') skipEscape(reading)
    else reading.at += 1
  }
  reading.at += 1
  return JSON.parse(text.slice(start, reading.at)) as string
}

function skipEscape(reading: Reading): void {
  const escape = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(reading.text.slice(reading.at, reading.at + 6))?.[0]
  if (escape === undefined) throw new Fault(reading.at, say('Write a backslash twice: \\\\.'))
  reading.at += escape.length
}

function readNumber(reading: Reading): void {
  const written = /^-?[\d.eE+-]*/.exec(reading.text.slice(reading.at, reading.at + 400))?.[0] ?? ''
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(written)) {
    const isZeroed = /^-?0\d/.test(written)
    throw new Fault(
      reading.at,
      isZeroed ? say('Remove the extra 0 at the start of the number.') : say('“{written}” isn’t a number.', { written })
    )
  }
  reading.at += written.length
}

const plainText: ReadonlySet<string> = new Set(['true', 'false', 'null'])
const otherText: { readonly [word: string]: string } = {
  True: 'true',
  False: 'false',
  TRUE: 'true',
  FALSE: 'false',
  None: 'null',
  nil: 'null',
  undefined: 'null',
  NaN: 'null'
}

function readWord(reading: Reading): void {
  const { text, at } = reading
  const word = /^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(text.slice(at, at + 60))?.[0]
  if (word === undefined)
    throw new Fault(at, at >= text.length ? say('The JSON is incomplete: a value is missing.') : unexpectedText(reading))
  if (!plainText.has(word)) {
    const right = Object.hasOwn(otherText, word) ? otherText[word] : undefined
    throw new Fault(
      at,
      right === undefined
        ? say('Put the text {word} in double quotes.', { word })
        : say('Write {right} instead of {word}.', { right, word })
    )
  }
  reading.at += word.length
}

function expectEnd(reading: Reading): void {
  if (reading.at < reading.text.length) throw new Fault(reading.at, say('There’s extra text after the end of the JSON.'))
}

function wordsAfterValue(reading: Reading, open: Open): string {
  const next = reading.text[reading.at]
  const brackets = say('the “{bracket}” on line {line}', { bracket: open.bracket, line: lineAndColumnOf(reading.text, open.offset).line })
  if (next === undefined)
    return say('The JSON is incomplete: {brackets} needs a closing “{missing}”.', { missing: closing(open), brackets })
  if (next === '}' || next === ']') return say('“{next}” doesn’t close {brackets}.', { next, brackets })
  if (next === ':' && open.bracket === '[') return say('Names and values go in “{braces}”, not “[ ]”.', { braces: '{ }' })
  return /["{[\p{L}\p{N}-]/u.test(next) ? say('A comma is missing before this character.') : unexpectedText(reading)
}

function unexpectedText({ text, at }: Reading): string {
  const next = text.slice(at, at + 2)
  if (next.startsWith("'") || next.startsWith('‘') || next.startsWith('“') || next.startsWith('”'))
    return say('Use plain double quotes (") around text.')
  if (next === '//' || next === '/*' || next.startsWith('#')) return say('JSON can’t contain comments. Remove the comment.')
  if (next.startsWith('+') || next.startsWith('.')) return say('Numbers must start with a digit or a minus sign.')
  if (next.startsWith(',')) return say('Remove the extra comma.')
  return next === '' ? say('The JSON is incomplete.') : say('“{sign}” isn’t allowed here.', { sign: [...next][0] ?? '' })
}

function closing({ bracket }: Open): string {
  return bracket === '{' ? '}' : ']'
}

function skipSpace(reading: Reading): void {
  for (;;) {
    const code = reading.text.charCodeAt(reading.at)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return
    reading.at += 1
  }
}
