import { kept } from '../../shared/words/say.ts'
import type { AskedFile } from './command-parts.ts'
import { holdsControlCharacter } from './command-parts.ts'
import { readCurlArguments } from './curl-command.ts'
import { isPowershellUpload, readPowershellCommand } from './powershell-command.ts'
import { splitWords } from './split-words.ts'

/** What an upload command asks for. `bodyKind` tells how it named the file; the bytes are sent as they are in each case. */
export type UploadCommand = {
  readonly url: string
  readonly method: 'PUT' | 'POST'
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly bodyKind: 'upload-file' | 'data-binary' | 'in-file'
}

export type ParsedUploadCommand = ({ readonly ok: true } & UploadCommand) | { readonly ok: false; readonly reason: string }

const maxLength = 65_536

/**
 * Reads the `uploadCommand` of a service as what it is: text from a server. It is never run; out come an address, a method and headers, or
 * the reason (a plain sentence) why it is not one plain upload of the file that was asked for. Behaviour section 3, Upload.
 *
 * Time and memory are linear in the text; texts over 64 KiB are not looked at.
 */
export function parseUploadCommand(text: string, asked: AskedFile): ParsedUploadCommand {
  if (text.length > maxLength) return { ok: false, reason: kept('It is too long.') }
  const command = text.replaceAll('\r\n', '\n').trim()
  if (command === '') return { ok: false, reason: kept('It is empty.') }
  if (holdsControlCharacter(command.replaceAll(/[\n\t]/g, ' '))) return { ok: false, reason: kept('It holds control characters.') }

  if (isPowershellUpload(command)) return flat(readPowershellCommand(command, asked))
  const isForWindows = /^curl\.exe\s/i.test(command) || /^curl\s[^]*[\^`]\n/.test(command)
  const split = splitWords(command, isForWindows ? 'windows' : 'posix')
  if (!split.ok) return split
  const [program, ...rest] = split.words
  if (program !== 'curl' && program?.toLowerCase() !== 'curl.exe') return { ok: false, reason: kept('It runs another program than curl.') }
  if (rest.some(holdsControlCharacter)) return { ok: false, reason: kept('It holds control characters.') }
  return flat(readCurlArguments(rest, asked))
}

function flat(
  read: { readonly ok: true; readonly value: UploadCommand } | { readonly ok: false; readonly reason: string }
): ParsedUploadCommand {
  return read.ok ? { ok: true, ...read.value } : read
}
