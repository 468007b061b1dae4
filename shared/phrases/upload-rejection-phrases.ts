import { say } from '../i18n/say.ts'
import type { UploadRejection, UploadRejectionParams } from '../task/upload-rejection.ts'
import { phraseOf, type Phrases } from './phrases.ts'

/** Returns the sentence that says why an upload command isn't run. */
export function uploadRejectionText(rejection: UploadRejection): string {
  return phraseOf(uploadRejectionPhrases, rejection)
}

export const uploadRejectionPhrases: Phrases<UploadRejectionParams> = {
  'address-too-long': () => say('The upload address is too long.'),
  'address-invalid': () => say('The upload address isn’t a valid web address.'),
  'address-with-credentials': () => say('The upload address contains a username or password.'),
  'address-without-host': () => say('The upload address has no valid host.'),
  'address-characters': () => say('The upload address contains invalid characters.'),
  'address-without-https': () => say('The upload address doesn’t use HTTPS.'),
  'too-many-headers': () => say('The command has too many headers.'),
  'header-name': () => say('A header in the command has an invalid name.'),
  'header-control-characters': () => say('A header in the command contains a line break or control character.'),
  'content-length': () => say('The command’s Content-Length isn’t a number.'),
  'other-host': () => say('The Host header doesn’t match the upload address.'),
  'other-method': () => say('The command uses a method other than PUT or POST.'),
  'not-plain': () => say('The command does more than run one program with plain arguments.'),
  'value-missing': () => say('The command is missing a value.'),
  'no-file': () => say('The command doesn’t send a file.'),
  'other-file': () => say('The command sends a file other than the one requested.'),
  'no-address': () => say('The command has no upload address.'),
  'headers-not-literal': () => say('The command’s headers aren’t literal values.'),
  'second-command': () => say('The command runs a second command.'),
  'command-too-long': () => say('The command is too long.'),
  'special-whitespace': () => say('The command contains special whitespace, such as a non-breaking space.'),
  redirect: () => say('The command redirects input or output.'),
  'input-redirect': () => say('The command redirects input.'),
  'output-redirect': () => say('The command redirects output.'),
  'open-brace': () => say('A brace in the command isn’t closed.'),
  'cut-off': () => say('The command is cut off in the middle of a line.'),
  'ambiguous-caret': () => say('The command contains an ambiguous caret (^).'),
  comment: () => say('The command contains a comment.'),
  pipe: () => say('The command pipes its output into another command.'),
  'nested-command': () => say('The command contains a nested command.'),
  wildcard: () => say('The command contains a wildcard or brace expansion.'),
  substitution: () => say('The command contains a variable or substitution.'),
  'open-quote': () => say('A quotation mark in the command isn’t closed.'),
  'curly-quotes': () => say('The command contains curly quotation marks, which shells interpret differently.'),
  'not-text': () => say('The command contains bytes that aren’t text.'),
  'unknown-escape': () => say('The command contains an unknown escape sequence.'),
  empty: () => say('The command is empty.'),
  'control-characters': () => say('The command contains control characters.'),
  'other-program': () => say('The command runs a program other than curl.'),
  'other-source': () => say('The command reads from somewhere other than the file.'),
  'several-addresses': () => say('The command has more than one upload address.'),
  'several-methods': () => say('The command specifies more than one method.'),
  'several-files': () => say('The command sends more than one file.'),
  'retry-count': () => say('The command’s retry count isn’t a number.'),
  'text-instead-of-file': () => say('The command sends text instead of the file.'),
  'headers-from-file': () => say('The command reads headers from a file.'),
  'header-invalid': () => say('A header in the command is invalid.'),
  'header-not-allowed': ({ name }) => say('The command sets the “{name}” header, which isn’t allowed for uploads.', { name }),
  'header-twice': ({ name }) => say('The command sets the “{name}” header twice.', { name }),
  'option-twice': ({ name }) => say('The command sets “{name}” twice.', { name }),
  'option-not-needed': ({ name }) => say('The command uses “{shown}”, which uploads don’t need.', { shown: name }),
  'legacy-text': ({ text }) => text
}
