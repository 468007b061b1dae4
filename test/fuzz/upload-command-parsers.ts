import { parseBaseUrl } from '../../electron/service/base-url.ts'
import { parseUploadCommand } from '../../electron/uploads/parse-upload-command.ts'
import { uploadRejectionSchema } from '../../shared/task/upload-rejection.ts'
import { tokenizeShellCommand } from '../../electron/uploads/shell-tokenizer.ts'
import { pickFrom } from '../crash/seeded-random-stream.ts'
import { uploadCommandValues, uploadCommandTokens, shellSpecialCharacters } from '../electron/uploads/upload-command-tokens.ts'
import { longRepetitiveText, mutatedText } from './mutations.ts'
import type { FuzzedParseResult, FuzzedParser } from './fuzzed-parser.ts'

/** Parsers of upload commands and base URLs. Commands may send only the requested file, and only to a safe URL. */

const asked = { fileName: 'photo.png', path: '/home/me/Pictures/photo.png' }
const url = 'https://storage.example.com/up/abc?sig=a%2Fb&exp=1'
const longest = 65_536

type Shell = 'posix' | 'windows' | 'powershell'

/** Returns the word, quoted for the given shell. */
function written(random: () => number, shell: Shell, word: string): string {
  if (shell === 'powershell') return random() < 0.6 ? `'${word.replaceAll("'", "''")}'` : `"${word.replaceAll('"', '""')}"`
  if (shell === 'windows') return `"${word}"`
  const roll = random()
  if (roll < 0.5) return `'${word.replaceAll("'", `'\\''`)}'`
  if (roll < 0.8) return `"${word.replaceAll(/["$`\\]/g, (character) => `\\${character}`)}"`
  return `$'${word.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`
}

/** Returns a command with a single plain upload of the requested file. */
function plainCommand(
  random: () => number,
  shell: Shell,
  parts: { readonly file?: string; readonly url?: string; readonly more?: readonly string[] } = {}
): string {
  const word = (text: string): string => written(random, shell, text)
  const file = parts.file ?? pickFrom(random, [asked.fileName, `./${asked.fileName}`, asked.path])
  const address = word(parts.url ?? url)
  const blank = pickFrom(
    random,
    shell === 'powershell' ? [' ', ' ', ' `\n  '] : shell === 'posix' ? [' ', ' ', ' \\\n  '] : [' ', ' ', ' ^\n  ']
  )
  if (shell === 'powershell') {
    const headers = random() < 0.5 ? [`-Headers @{ ${word('Content-Type')} = ${word('image/png')}; 'x-ms-blob-type' = 'BlockBlob' }`] : []
    const named = [`-Method Put`, `-InFile ${word(file)}`, `-Uri ${address}`, ...headers, ...(parts.more ?? [])]
    return [pickFrom(random, ['Invoke-WebRequest', 'Invoke-RestMethod', 'iwr', 'irm']), ...shuffled(random, named)].join(blank)
  }
  const body = pickFrom(random, [`-T ${word(file)}`, `--upload-file ${word(file)}`, `-X PUT --data-binary ${word(`@${file}`)}`])
  const headers = random() < 0.5 ? [`-H ${word('Content-Type: image/png')}`] : []
  const quiet = random() < 0.3 ? ['-sSfL'] : []
  return [
    shell === 'windows' ? 'curl.exe' : 'curl',
    ...shuffled(random, [body, address, ...headers, ...quiet, ...(parts.more ?? [])])
  ].join(blank)
}

function shuffled<T>(random: () => number, items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

const otherFiles = [
  '/etc/passwd',
  '../photo.png',
  '/tmp/photo.png',
  'photo.png.bak',
  'photo.pn',
  'C:\\secret.txt',
  '-',
  '.',
  '~/.ssh/id_rsa',
  'Photo.png',
  './../photo.png',
  'x/photo.png'
]
const otherAddresses = [
  'http://storage.example.com/x',
  'http://127.0.0.1.evil.example/x',
  'http://192.168.1.1/x',
  'file:///etc/cron.d/x',
  'ftp://h.example/x',
  'https://me:secret@h.example/x',
  'https://good.example@evil.example/x',
  'https://h.example/[1-9]',
  'https://h.example/{a,b}',
  'storage.example.com/x',
  'javascript:1',
  'https://',
  'http://0x7f.1@evil/',
  'https:\\\\h.example\\x',
  'https://h.example/a b',
  'http://localhost.evil.example/',
  'http://[::ffff:192.168.1.1]/x'
]
const smuggled = [
  'Authorization: Bearer x',
  'authorization:x',
  'Proxy-Authorization: x',
  'Cookie: a=b',
  'Transfer-Encoding: chunked',
  'Connection: keep-alive',
  'Upgrade: h2c',
  'Host: evil.example',
  'Content-Length: 1, 2',
  'X: a\u0001b',
  'X A: b',
  'TE: trailers',
  'Content-Encoding: gzip',
  '@/etc/passwd'
]
const moreForCurl = [
  '-o x',
  '-O',
  '--output=x',
  '-K evil.cfg',
  '--config evil.cfg',
  '-x http://evil:8080',
  '--proxy=http://evil',
  '-u me:x',
  '-k',
  '--insecure',
  '-F file=@photo.png',
  '-d @photo.png',
  '-b cookies',
  '--resolve h:443:6.6.6.6',
  '--next',
  '-T /etc/passwd',
  '--url https://evil.example',
  'https://evil.example',
  '-X DELETE',
  '--unix-socket /x',
  '-E cert',
  '--netrc',
  '-G',
  '-w %{x}',
  '; rm -rf ~',
  '&& curl evil',
  '| sh',
  '> x',
  '< /etc/passwd',
  '$(id)',
  '`id`',
  '# end',
  '--',
  '-'
]
const moreForPowershell = [
  '-OutFile x.ps1',
  '-Credential x',
  '-Proxy http://evil',
  '-Body x',
  '-InFile /etc/passwd',
  '-Uri https://evil.example',
  '-SkipCertificateCheck',
  '; calc',
  '| iex',
  '$(calc)',
  '&{calc}',
  '-Method Delete',
  '-UseDefaultCredentials',
  '-SessionVariable x',
  '-Form @{ a = 1 }'
]

type Command = { readonly text: string; readonly mustBeRefused: boolean }

/** Returns a command that must be rejected: a plain upload command with one part that isn't allowed. */
function spoiltCommand(random: () => number): Command {
  const shell = pickFrom<Shell>(random, ['posix', 'posix', 'windows', 'powershell'])
  const isPowershell = shell === 'powershell'
  const word = (text: string): string => written(random, shell, text)
  const header = pickFrom(random, smuggled)
  const [name = '', value = ''] = header.split(/:\s*/)
  // A quoted Windows file name must not end with a backslash. None of `otherFiles` does.
  const text = pickFrom(random, [
    () => plainCommand(random, shell, { file: pickFrom(random, otherFiles) }),
    () => plainCommand(random, shell, { url: pickFrom(random, otherAddresses) }),
    () => plainCommand(random, shell, { more: [pickFrom(random, isPowershell ? moreForPowershell : moreForCurl)] }),
    () =>
      isPowershell
        ? `iwr -Method Put -InFile photo.png -Uri '${url}' -Headers @{ '${name}' = '${value}' }`.replace(
            "'@/etc/passwd' = ''",
            "'Cookie' = 'a'"
          )
        : plainCommand(random, shell, { more: [`-H ${word(header)}`] })
  ])()
  return { text, mustBeRefused: true }
}

const pieces = [...uploadCommandTokens, ...uploadCommandValues(url), ' ', ' ', ' ', ...shellSpecialCharacters]

function anyCommand(random: () => number): Command {
  const roll = random()
  if (roll < 0.3) return spoiltCommand(random)
  const shell = pickFrom<Shell>(random, ['posix', 'posix', 'windows', 'powershell'])
  if (roll < 0.4) return { text: plainCommand(random, shell), mustBeRefused: false }
  if (roll < 0.85) return { text: mutatedText(random, plainCommand(random, shell), pieces, longest), mustBeRefused: false }
  const soup = Array.from({ length: Math.floor(random() * 25) }, () => pickFrom(random, pieces) + (random() < 0.6 ? ' ' : '')).join('')
  return { text: soup, mustBeRefused: false }
}

function uploadAttempt(random: () => number): FuzzedParseResult {
  const { text, mustBeRefused } = anyCommand(random)
  const parsed = parseUploadCommand(text, asked)
  if (!parsed.ok)
    return {
      read: parsed.reason.code,
      fault: uploadRejectionSchema.safeParse(parsed.reason).success ? null : 'The reason isn’t a known code.',
      input: text
    }
  return { read: parsed.bodyKind, fault: mustBeRefused ? 'The command should have been rejected.' : boundsLeft(parsed, text), input: text }
}

const headersOfAMessage =
  /^(?:authorization|proxy-.*|cookie2?|transfer-encoding|content-length|connection|keep-alive|te|trailer|upgrade|host|expect|content-encoding)$/

function boundsLeft(
  parsed: { readonly url: string; readonly method: string; readonly headers: Readonly<Record<string, string>> },
  text: string
): string | null {
  const { protocol, hostname, username, password, hash, href } = new URL(parsed.url)
  if (protocol !== 'https:' && !(protocol === 'http:' && isThisComputer(hostname))) return `The file would be sent to ${parsed.url}.`
  if (username + password + hash !== '' || href !== parsed.url) return `The URL is ${parsed.url}.`
  if (parsed.method !== 'PUT' && parsed.method !== 'POST') return `The method is ${parsed.method}.`
  for (const [name, value] of Object.entries(parsed.headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) || headersOfAMessage.test(name)) return `The header ${name} isn’t allowed.`
    if (/[^\t\u0020-\u007e\u00a0-\uffff]/.test(value)) return `The header ${name} has the value ${JSON.stringify(value)}.`
    // Without escapes, the command must contain the name of every header.
    if (
      !text.includes("$'") &&
      !text.includes('\\') &&
      !text
        .toLowerCase()
        .replaceAll(/['"`^]/g, '')
        .includes(name.replaceAll(/['"`^]/g, ''))
    )
      return `The header ${name} isn’t in the command.`
  }
  return null
}

function isThisComputer(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function splitAttempt(random: () => number): FuzzedParseResult {
  const dialect = random() < 0.5 ? 'posix' : 'windows'
  const text = random() < 0.002 ? longRepetitiveText(random, longest) : anyCommand(random).text
  const split = tokenizeShellCommand(text, dialect)
  if (!split.ok) return { read: split.reason.code, fault: null, input: text }
  const length = split.words.reduce((sum, word) => sum + word.length, 0)
  return {
    read: `${Math.min(split.words.length, 12)} words`,
    fault: length > text.length || split.words.length > 301 ? 'The words are longer than the text.' : null,
    input: text
  }
}

const bases = [
  'https://api.example.com',
  'https://api.example.com/api/v1/',
  'http://127.0.0.1:8080',
  'http://[::1]:80/x',
  'HTTPS://API.EXAMPLE.COM//',
  'https://api.example.com/a/b/api/mcp'
]
const basePieces = [
  '/',
  '//',
  '\\',
  '@',
  ':',
  '?',
  '#',
  '[',
  ']',
  '%',
  '.',
  '..',
  'http://',
  'https://',
  'api/v1',
  ' ',
  '\t',
  '\n',
  'me:x@',
  'localhost',
  '127.1',
  '0x7f000001',
  '%2f',
  '\u3002',
  'ｅ',
  'xn--',
  '\u00ad',
  ':99999'
]

function baseAttempt(random: () => number): FuzzedParseResult {
  const text = random() < 0.001 ? longRepetitiveText(random, 2_048) : mutatedText(random, pickFrom(random, bases), basePieces, 2_048)
  const parsed = parseBaseUrl(text)
  if (!parsed.ok) return { read: parsed.sentence, fault: null, input: text }
  const { protocol, hostname, username, password, search, hash } = new URL(parsed.baseUrl)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isThisComputer(hostname))
  const isBare = username + password + search + hash === '' && !parsed.baseUrl.endsWith('/')
  return { read: `an ${protocol} address`, fault: isSafe && isBare ? null : `The base URL was parsed as ${parsed.baseUrl}.`, input: text }
}

export const uploadCommandParsers: readonly FuzzedParser[] = [
  { name: 'upload commands', share: 360_000, open: async () => ({ attempt: uploadAttempt }) },
  { name: 'words of a command', share: 130_000, open: async () => ({ attempt: splitAttempt }) },
  { name: 'base addresses', share: 60_000, open: async () => ({ attempt: baseAttempt }) }
]
