import type { PlainUploadRejectionCode } from '../../shared/task/upload-rejection.ts'
import { rejectedCommand, type RejectedCommand } from './rejected-command.ts'

/** `posix` is sh and bash. `windows` is the syntax that cmd and PowerShell share for calling a program with plain arguments. */
export type ShellDialect = 'posix' | 'windows'

export type TokenizeResult = { readonly ok: true; readonly words: readonly string[] } | RejectedCommand

const maxTokens = 300

/** Forbidden characters and why each is rejected. A shell does more with them than pass plain arguments to one program. */
const forbidden: Readonly<Record<string, PlainUploadRejectionCode>> = {
  '|': 'pipe',
  '&': 'second-command',
  ';': 'second-command',
  '<': 'input-redirect',
  '>': 'output-redirect',
  '(': 'nested-command',
  ')': 'nested-command',
  '{': 'wildcard',
  '}': 'wildcard',
  '[': 'wildcard',
  ']': 'wildcard',
  '*': 'wildcard'
}
const smartQuotes = /[\u2018-\u201f\u2032-\u2036\u00ab\u00bb\uff02\uff07]/
/** Unicode whitespace and invisible characters. Shells don't split words at them, so a command may run differently than it looks. */
const oddSpace = /[^\S \t\n]|[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/

export function isSmartQuote(character: string): boolean {
  return smartQuotes.test(character)
}
export function isUnusualWhitespace(character: string): boolean {
  return oddSpace.test(character)
}

/**
 * Splits a call of a single program into words, as a shell would. Rejects any other text, with a reason for the user. Expands nothing, so
 * text that needs expansion is rejected too. Makes one pass over the characters.
 */
export function tokenizeShellCommand(text: string, dialect: ShellDialect): TokenizeResult {
  const words: string[] = []
  let current: string | null = null
  let at = 0
  const add = (more: string): void => {
    current = (current ?? '') + more
  }
  const endWord = (): void => {
    if (current !== null) words.push(current)
    current = null
  }

  while (at < text.length) {
    const character = text.charAt(at)
    const next = text.charAt(at + 1)
    if (character === ' ' || character === '\t') {
      endWord()
      at += 1
    } else if (character === '\n') {
      endWord()
      if (text.slice(at).trim() !== '') return rejectedCommand('second-command')
      break
    } else if (next === '\n' && (character === '\\' || character === '^' || character === '`')) {
      at += 2
    } else if (character === "'") {
      const quoted = readSingleQuotedString(text, at, dialect)
      if (!quoted.ok) return quoted
      add(quoted.text)
      at = quoted.end
    } else if (character === '"') {
      const quoted = readDoubleQuotedString(text, at, dialect)
      if (!quoted.ok) return quoted
      add(quoted.text)
      at = quoted.end
    } else if (character === '$' && next === "'" && dialect === 'posix') {
      const quoted = readAnsiQuoted(text, at)
      if (!quoted.ok) return quoted
      add(quoted.text)
      at = quoted.end
    } else if (character === '$' || character === '`') {
      return rejectedCommand('substitution')
    } else if (character === '\\' && (dialect === 'posix' || next === '"')) {
      if (next === '') return rejectedCommand('cut-off')
      add(next)
      at += 2
    } else if (character === '^' && dialect === 'windows') {
      if (!/[&|<>^()!%]/.test(next)) return rejectedCommand('ambiguous-caret')
      add(next)
      at += 2
    } else if (character in forbidden) {
      return rejectedCommand(forbidden[character] as PlainUploadRejectionCode)
    } else if (character === '#' && current === null) {
      return rejectedCommand('comment')
    } else if (isSmartQuote(character)) {
      return rejectedCommand('curly-quotes')
    } else if (isUnusualWhitespace(character)) {
      return rejectedCommand('special-whitespace')
    } else {
      add(character)
      at += 1
    }
    if (words.length > maxTokens) return rejectedCommand('command-too-long')
  }
  endWord()
  return { ok: true, words }
}

type Quoted = { readonly ok: true; readonly text: string; readonly end: number } | RejectedCommand

/**
 * Reads a single-quoted string. In PowerShell, two single quotes inside the string mean one. PowerShell also treats curly quotes like
 * straight quotes, so curly quotes are rejected.
 */
export function readSingleQuotedString(text: string, start: number, dialect: ShellDialect): Quoted {
  let content = ''
  let at = start + 1
  for (;;) {
    const close = text.indexOf("'", at)
    if (close === -1) return rejectedCommand('open-quote')
    content += text.slice(at, close)
    at = close + 1
    if (dialect === 'posix' || text.charAt(at) !== "'") break
    content += "'"
    at += 1
  }
  if (dialect === 'windows' && isSmartQuote(content)) return rejectedCommand('curly-quotes')
  return { ok: true, text: content, end: at }
}

export function readDoubleQuotedString(text: string, start: number, dialect: ShellDialect): Quoted {
  let content = ''
  let at = start + 1
  while (at < text.length) {
    const character = text.charAt(at)
    const next = text.charAt(at + 1)
    if (character === '"') {
      if (dialect === 'posix' || next !== '"') return { ok: true, text: content, end: at + 1 }
      content += '"'
      at += 2
    } else if (character === '\\' && dialect === 'posix' && next === '\n') {
      at += 2
    } else if (character === '\\' && (dialect === 'posix' ? '$`"\\'.includes(next) : next === '"') && next !== '') {
      content += next
      at += 2
    } else if (character === '`' && dialect === 'windows' && next !== '' && '"$`'.includes(next)) {
      content += next
      at += 2
    } else if (character === '$' || character === '`') {
      return rejectedCommand('substitution')
    } else if (dialect === 'windows' && isSmartQuote(character)) {
      return rejectedCommand('curly-quotes')
    } else {
      content += character
      at += 1
    }
  }
  return rejectedCommand('open-quote')
}

const ansiEscapes: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  r: 13,
  a: 7,
  b: 8,
  e: 27,
  E: 27,
  f: 12,
  v: 11,
  '\\': 92,
  "'": 39,
  '"': 34,
  '?': 63
}

/** Reads a bash string `$'…'`. Its escape sequences produce bytes, so the content must be valid UTF-8. */
function readAnsiQuoted(text: string, start: number): Quoted {
  const bytes: number[] = []
  const encoder = new TextEncoder()
  let at = start + 2
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === "'") {
      try {
        return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes)), end: at + 1 }
      } catch {
        return rejectedCommand('not-text')
      }
    }
    if (character !== '\\') {
      const codePoint = String.fromCodePoint(text.codePointAt(at) as number)
      bytes.push(...encoder.encode(codePoint))
      at += codePoint.length
      continue
    }
    const rest = text.slice(at + 1, at + 10)
    const simple = ansiEscapes[rest.charAt(0)]
    const hex = /^x([0-9a-f]{1,2})/i.exec(rest)
    const octal = /^[0-7]{1,3}/.exec(rest)
    const unicode = /^(?:u([0-9a-f]{1,4})|U([0-9a-f]{1,8}))/i.exec(rest)
    if (simple !== undefined) {
      bytes.push(simple)
      at += 2
    } else if (hex !== null) {
      bytes.push(Number.parseInt(hex[1] as string, 16))
      at += 1 + hex[0].length
    } else if (octal !== null) {
      bytes.push(Number.parseInt(octal[0], 8) & 255)
      at += 1 + octal[0].length
    } else if (unicode !== null) {
      const codePoint = Number.parseInt((unicode[1] ?? unicode[2]) as string, 16)
      if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) return rejectedCommand('not-text')
      bytes.push(...encoder.encode(String.fromCodePoint(codePoint)))
      at += 1 + unicode[0].length
    } else return rejectedCommand('unknown-escape')
  }
  return rejectedCommand('open-quote')
}
