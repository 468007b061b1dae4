import type { RequestedFile, ParseResult } from './command-parts.ts'
import { matchesRequestedFile, parseUploadHeaders, parseUploadMethod, parseUploadUrl } from './command-parts.ts'
import type { UploadCommand } from './parse-upload-command.ts'
import { rejectedCommand, type RejectedCommand, rejectedCommandNaming } from './rejected-command.ts'

/** Ignored curl flags. They don't change what is sent or where. */
const plainFlags: ReadonlySet<string> = new Set(['s', 'S', 'f', 'L', '#', 'silent', 'show-error', 'fail', 'location', 'progress-bar'])

/** Curl flags with a value, mapped to their key in `Given`. */
const valueFlags: Readonly<Record<string, 'method' | 'file' | 'data' | 'header' | 'url' | 'retry'>> = {
  X: 'method',
  request: 'method',
  T: 'file',
  'upload-file': 'file',
  'data-binary': 'data',
  H: 'header',
  header: 'header',
  url: 'url',
  retry: 'retry'
}

type Given = { method: string[]; file: string[]; data: string[]; header: string[]; url: string[]; retry: string[] }

/** Parses the arguments after `curl`. Any unknown flag is rejected. */
export function parseCurlArguments(words: readonly string[], asked: RequestedFile): ParseResult<UploadCommand> {
  const given: Given = { method: [], file: [], data: [], header: [], url: [], retry: [] }
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    if (word === '-' || word === '--') return rejectedCommand('other-source')
    if (word.startsWith('--')) {
      const equals = word.indexOf('=')
      const name = word.slice(2, equals === -1 ? undefined : equals)
      const target = name.length > 1 ? ownValueFlag(name) : undefined
      if (target !== undefined) {
        const value = equals === -1 ? words[(at += 1)] : word.slice(equals + 1)
        if (value === undefined) return rejectedCommand('value-missing')
        given[target].push(value)
      } else if (name.length <= 1 || !plainFlags.has(name) || equals !== -1) return unknownFlag(word)
    } else if (word.startsWith('-')) {
      for (let letter = 1; letter < word.length; letter += 1) {
        const name = word.charAt(letter)
        const target = ownValueFlag(name)
        if (target !== undefined) {
          const value = letter + 1 < word.length ? word.slice(letter + 1) : words[(at += 1)]
          if (value === undefined) return rejectedCommand('value-missing')
          given[target].push(value)
          break
        }
        if (!plainFlags.has(name)) return unknownFlag(`-${name}`)
      }
    } else given.url.push(word)
  }
  return commandFrom(given, asked)
}

function ownValueFlag(name: string): keyof Given | undefined {
  return Object.hasOwn(valueFlags, name) ? valueFlags[name] : undefined
}

function unknownFlag(flag: string): RejectedCommand {
  return rejectedCommandNaming('option-not-needed', /^[\w#-]{1,40}/.exec(flag)?.[0] ?? '-')
}

function commandFrom(given: Given, asked: RequestedFile): ParseResult<UploadCommand> {
  if (given.url.length === 0) return rejectedCommand('no-address')
  if (given.url.length > 1) return rejectedCommand('several-addresses')
  if (given.method.length > 1) return rejectedCommand('several-methods')
  if (given.file.length + given.data.length === 0) return rejectedCommand('no-file')
  if (given.file.length + given.data.length > 1) return rejectedCommand('several-files')
  if (given.retry.some((count) => !/^\d{1,9}$/.test(count))) return rejectedCommand('retry-count')

  const data = given.data[0]
  if (data !== undefined && !data.startsWith('@')) return rejectedCommand('text-instead-of-file')
  const named = data === undefined ? (given.file[0] as string) : data.slice(1)
  if (!matchesRequestedFile(named, asked)) return rejectedCommand('other-file')

  const url = parseUploadUrl(given.url[0] as string)
  if (!url.ok) return url
  const method = parseUploadMethod(given.method[0] ?? (data === undefined ? 'PUT' : 'POST'))
  if (!method.ok) return method

  const pairs: [string, string][] = []
  for (const line of given.header) {
    if (line.startsWith('@')) return rejectedCommand('headers-from-file')
    const header = /^([^:;]*)(?::([^]*)|;)$/.exec(line)
    if (header === null) return rejectedCommand('header-invalid')
    const [, name = '', value] = header
    // `Name:` removes one of curl's own headers, so nothing is sent. `Name;` sends an empty header.
    if (value !== undefined && value.trim() === '') continue
    pairs.push([name, value ?? ''])
  }
  const headers = parseUploadHeaders(pairs, url.value)
  if (!headers.ok) return headers

  // Curl appends the file name to a URL that ends in a slash.
  if (data === undefined && url.value.pathname.endsWith('/')) url.value.pathname += encodeURIComponent(asked.fileName)
  return {
    ok: true,
    value: {
      url: url.value.href,
      method: method.value,
      headers: headers.value,
      bodyKind: data === undefined ? 'upload-file' : 'data-binary'
    }
  }
}
