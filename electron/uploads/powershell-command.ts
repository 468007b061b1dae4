import type { RequestedFile, ParseResult } from './command-parts.ts'
import { matchesRequestedFile, parseUploadHeaders, parseUploadMethod, parseUploadUrl } from './command-parts.ts'
import type { UploadCommand } from './parse-upload-command.ts'
import { rejectedCommand, type RejectedCommand, rejectedCommandNaming } from './rejected-command.ts'
import { isUnusualWhitespace, isSmartQuote, readDoubleQuotedString, readSingleQuotedString } from './shell-tokenizer.ts'

type Token =
  | { readonly kind: 'word'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'table'; readonly pairs: readonly (readonly [string, string])[] }
type TokensOrReason = { readonly ok: true; readonly tokens: readonly Token[] } | RejectedCommand

const maxTokens = 300

/** True if `text` begins with `Invoke-WebRequest`, `Invoke-RestMethod`, or one of their aliases. */
export function isPowershellUpload(text: string): boolean {
  return /^\s*(?:invoke-webrequest|invoke-restmethod|iwr|irm)(?:\s|`\n)/i.test(text)
}

/** Parses `Invoke-WebRequest -Method Put -InFile … -Headers @{…} -Uri …` and similar commands. */
export function parsePowershellCommand(text: string, asked: RequestedFile): ParseResult<UploadCommand> {
  const split = readTokens(text)
  if (!split.ok) return split
  const given = new Map<string, Token>()
  const queue = split.tokens.slice(1)
  for (let at = 0; at < queue.length; at += 1) {
    const token = queue[at] as Token
    let name = 'uri'
    let value: Token | undefined = token
    if (token.kind === 'word' && !token.isQuoted && token.text.startsWith('-')) {
      const colon = token.text.indexOf(':')
      name = token.text.slice(1, colon === -1 ? undefined : colon).toLowerCase()
      if (!known.has(name)) return rejectedCommandNaming('option-not-needed', `-${name.replaceAll(/[^\w-]/g, '').slice(0, 40)}`)
      if (name === 'usebasicparsing' && colon === -1) continue
      value = colon === -1 ? queue[(at += 1)] : { kind: 'word', text: token.text.slice(colon + 1), isQuoted: false }
      if (value === undefined || (value.kind === 'word' && value.text === '' && !value.isQuoted)) return rejectedCommand('value-missing')
    }
    if (given.has(name)) return rejectedCommandNaming('option-twice', name)
    given.set(name, value)
  }
  return commandFrom(given, asked)
}

const known: ReadonlySet<string> = new Set(['method', 'infile', 'headers', 'uri', 'contenttype', 'usebasicparsing'])

function commandFrom(given: ReadonlyMap<string, Token>, asked: RequestedFile): ParseResult<UploadCommand> {
  const word = (name: string): string | null => {
    const token = given.get(name)
    return token?.kind === 'word' ? token.text : null
  }
  const file = word('infile')
  if (file === null) return rejectedCommand('no-file')
  if (!matchesRequestedFile(file, asked)) return rejectedCommand('other-file')
  const address = word('uri')
  if (address === null) return rejectedCommand('no-address')
  const url = parseUploadUrl(address)
  if (!url.ok) return url
  const method = parseUploadMethod(word('method') ?? 'GET')
  if (!method.ok) return method
  const table = given.get('headers')
  if (table?.kind === 'word') return rejectedCommand('headers-not-literal')
  const contentType = word('contenttype')
  const headers = parseUploadHeaders(
    [...(table?.pairs ?? []), ...(contentType === null ? [] : [['content-type', contentType] as const])],
    url.value
  )
  if (!headers.ok) return headers
  return { ok: true, value: { url: url.value.href, method: method.value, headers: headers.value, bodyKind: 'in-file' } }
}

/** Splits the call into words and `@{…}` tables. Rejects anything else that PowerShell would evaluate. */
function readTokens(text: string): TokensOrReason {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === ' ' || character === '\t') at += 1
    else if (character === '`' && text.charAt(at + 1) === '\n') at += 2
    else if (character === '\n') {
      if (text.slice(at).trim() !== '') return rejectedCommand('second-command')
      break
    } else if (text.startsWith('@{', at)) {
      const table = readTable(text, at + 2)
      if (!table.ok) return table
      tokens.push({ kind: 'table', pairs: table.pairs })
      at = table.end
    } else {
      const word = readWord(text, at, false)
      if (!word.ok) return word
      tokens.push({ kind: 'word', text: word.text, isQuoted: word.isQuoted })
      at = word.end
    }
    if (tokens.length > maxTokens) return rejectedCommand('command-too-long')
  }
  return { ok: true, tokens }
}

type Word = { readonly ok: true; readonly text: string; readonly isQuoted: boolean; readonly end: number } | RejectedCommand

/**
 * Reads a word up to the next whitespace. Inside a table, `=`, `;` and `}` end the word too. `isQuoted` is true if the word starts with a
 * quotation mark.
 */
function readWord(text: string, start: number, isInTable: boolean): Word {
  let content = ''
  let at = start
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === ' ' || character === '\t' || character === '\n' || (isInTable && '=;}'.includes(character))) break
    if (character === "'" || character === '"') {
      const quoted = character === "'" ? readSingleQuotedString(text, at, 'windows') : readDoubleQuotedString(text, at, 'windows')
      if (!quoted.ok) return quoted
      content += quoted.text
      at = quoted.end
      continue
    }
    if (character === '`' && text.charAt(at + 1) === '\n') break
    if (isSmartQuote(character)) return rejectedCommand('curly-quotes')
    if (isUnusualWhitespace(character)) return rejectedCommand('special-whitespace')
    if ('|;&'.includes(character)) return rejectedCommand('second-command')
    if ('<>'.includes(character)) return rejectedCommand('redirect')
    if ('$`@(){},'.includes(character) || (character === '#' && at === start)) return rejectedCommand('not-plain')
    content += character
    at += 1
  }
  return { ok: true, text: content, isQuoted: text.charAt(start) === "'" || text.charAt(start) === '"', end: at }
}

type Table = { readonly ok: true; readonly pairs: readonly (readonly [string, string])[]; readonly end: number } | RejectedCommand

/** Reads `'Name' = 'value'; …` up to the closing brace. Each value must be in quotation marks or a plain number. */
function readTable(text: string, start: number): Table {
  const pairs: [string, string][] = []
  let at = start
  const skip = (characters: string): void => {
    while (at < text.length && characters.includes(text.charAt(at))) at += 1
  }
  for (;;) {
    skip(' \t\n;')
    if (at >= text.length) return rejectedCommand('open-brace')
    if (text.charAt(at) === '}') return { ok: true, pairs, end: at + 1 }
    const name = readWord(text, at, true)
    if (!name.ok) return name
    at = name.end
    skip(' \t')
    if (name.text === '' || text.charAt(at) !== '=') return rejectedCommand('not-plain')
    at += 1
    skip(' \t')
    const value = readWord(text, at, true)
    if (!value.ok) return value
    if (!value.isQuoted && !/^\d+$/.test(value.text)) return rejectedCommand('not-plain')
    at = value.end
    skip(' \t')
    if (at < text.length && !'\n;}'.includes(text.charAt(at))) return rejectedCommand('not-plain')
    pairs.push([name.text, value.text])
    if (pairs.length > maxTokens) return rejectedCommand('command-too-long')
  }
}
