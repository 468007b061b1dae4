import type { ParseResult, RequestedFile } from './command-parts.ts'
import { hasControlCharacter } from './command-parts.ts'
import { parseCurlArguments } from './curl-command.ts'
import { isPowershellUpload, parsePowershellCommand } from './powershell-command.ts'
import { rejectedCommand, type RejectedCommand } from './rejected-command.ts'
import { tokenizeShellCommand } from './shell-tokenizer.ts'

/** A parsed upload command. `bodyKind` is the option that named the file. All of these options send the file unchanged. */
export type UploadCommand = {
  readonly url: string
  readonly method: 'PUT' | 'POST'
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly bodyKind: 'upload-file' | 'data-binary' | 'in-file'
}

export type UploadCommandParseResult = ({ readonly ok: true } & UploadCommand) | RejectedCommand

const maxLength = 65_536

/**
 * Parses the service's `uploadCommand` as untrusted text. The command is never run. Accepts only a single plain upload of the requested
 * file, and returns its URL, method and headers. Otherwise returns the reason.
 *
 * Time and memory are linear in the text's length. Texts over 65,536 characters are rejected without being parsed.
 */
export function parseUploadCommand(text: string, asked: RequestedFile): UploadCommandParseResult {
  if (text.length > maxLength) return rejectedCommand('command-too-long')
  const command = text.replaceAll('\r\n', '\n').trim()
  if (command === '') return rejectedCommand('empty')
  if (hasControlCharacter(command.replaceAll(/[\n\t]/g, ' '))) return rejectedCommand('control-characters')

  if (isPowershellUpload(command)) return flat(parsePowershellCommand(command, asked))
  const isForWindows = /^curl\.exe\s/i.test(command) || /^curl\s[^]*[\^`]\n/.test(command)
  const split = tokenizeShellCommand(command, isForWindows ? 'windows' : 'posix')
  if (!split.ok) return split
  const [program, ...rest] = split.words
  if (program !== 'curl' && program?.toLowerCase() !== 'curl.exe') return rejectedCommand('other-program')
  if (rest.some(hasControlCharacter)) return rejectedCommand('control-characters')
  return flat(parseCurlArguments(rest, asked))
}

function flat(read: ParseResult<UploadCommand>): UploadCommandParseResult {
  return read.ok ? { ok: true, ...read.value } : read
}
