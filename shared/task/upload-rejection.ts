import { z } from 'zod'
import type { CodeWithParams, NoParams } from '../coded.ts'

const plainCodes = [
  'address-too-long',
  'address-invalid',
  'address-with-credentials',
  'address-without-host',
  'address-characters',
  'address-without-https',
  'too-many-headers',
  'header-name',
  'header-control-characters',
  'content-length',
  'other-host',
  'other-method',
  'not-plain',
  'value-missing',
  'no-file',
  'other-file',
  'no-address',
  'headers-not-literal',
  'second-command',
  'command-too-long',
  'special-whitespace',
  'redirect',
  'input-redirect',
  'output-redirect',
  'open-brace',
  'cut-off',
  'ambiguous-caret',
  'comment',
  'pipe',
  'nested-command',
  'wildcard',
  'substitution',
  'open-quote',
  'curly-quotes',
  'not-text',
  'unknown-escape',
  'empty',
  'control-characters',
  'other-program',
  'other-source',
  'several-addresses',
  'several-methods',
  'several-files',
  'retry-count',
  'text-instead-of-file',
  'headers-from-file',
  'header-invalid'
] as const
const namedCodes = ['header-not-allowed', 'header-twice', 'option-twice', 'option-not-needed'] as const
const named = z.object({ name: z.string() })

export type PlainUploadRejectionCode = (typeof plainCodes)[number]
/** A code whose parameter is the name of a header or an option. */
export type NamedUploadRejectionCode = (typeof namedCodes)[number]

/** Parameters of each reason why an upload command isn't run. Stored. Don't rename. */
export type UploadRejectionParams = { readonly [Code in PlainUploadRejectionCode]: NoParams } & {
  readonly [Code in NamedUploadRejectionCode]: Readonly<z.infer<typeof named>>
} & {
  /** A sentence that an earlier version stored and that no code matches. Shown unchanged. */
  readonly 'legacy-text': { readonly text: string }
}

/** Why an upload command isn't run. `shared/phrases` has the sentences. */
export type UploadRejection = CodeWithParams<UploadRejectionParams>

export const uploadRejectionSchema = z.discriminatedUnion('code', [
  z.object({ code: z.enum(plainCodes), params: z.object({}) }),
  z.object({ code: z.enum(namedCodes), params: named }),
  z.object({ code: z.literal('legacy-text'), params: z.object({ text: z.string() }) })
]) as z.ZodType as z.ZodType<UploadRejection>
