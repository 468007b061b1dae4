import { z } from 'zod'
import type { CodeWithParams } from '../coded.ts'
import { uploadRejectionSchema } from './upload-rejection.ts'

const none = z.object({})
/** `fileName`: null if unknown. */
const aFile = z.object({ fileName: z.string().nullable() })
/** `reason`: the system's error code. Null if unknown. */
const aReason = z.object({ reason: z.string().nullable() })

/** Kinds of failure of a task or a request, each with its parameters. Stored. Don't rename. */
export const failureParamSchemas = {
  'values-rejected': none,
  'values-rejected-without-fields': none,
  'key-missing': none,
  'key-unreadable': none,
  'key-rejected': none,
  'key-credential-unreadable': none,
  'sign-in-required': none,
  'key-needed': none,
  'credits-needed': none,
  'subscription-ended': none,
  'capability-not-offered': none,
  'upload-not-ready': none,
  'request-in-progress': none,
  'idempotency-conflict': none,
  'upload-expired': none,
  'rate-limited': none,
  'credential-store-unavailable': none,
  'outcome-unknown-for-support': none,
  'outcome-unknown': none,
  'save-uncertain': none,
  'task-not-found': none,
  'billing-inconsistent': none,
  'response-incomplete': none,
  'service-unavailable': none,
  'proxy-password-needed': none,
  'proxy-rejection': none,
  'proxy-script-invalid': none,
  'certificate-invalid': none,
  'service-unreachable': none,
  'sign-in-page': none,
  'response-unreadable': none,
  'not-sent': none,
  'retry-requested': none,
  conflict: none,
  'request-rejected': none,
  'response-inconclusive': none,
  /** A rejected resend of a task that the service may have accepted before. */
  'retry-rejected-by-account': none,
  'retry-rejected-retrying': none,
  'retry-rejected-checking': none,
  'upload-failed-retrying': none,
  'upload-failed-keep-key': none,
  'upload-failed-for-support': none,
  'upload-failed-with-message': none,
  'upload-failed': none,
  /** The file can't be used, even after repeated uploads. `address`: the user entered an address instead of choosing a file. */
  'upload-expired-again': none,
  'upload-expired-address': none,
  'upload-not-ready-again': none,
  'upload-not-ready-address': none,
  'credential-store-still-unavailable': none,
  'credential-store-still-unavailable-unsent': none,
  'status-unreported': none,
  'status-timeout': none,
  'recent-tasks-timeout': none,
  'recent-tasks-without-match': none,
  /** Failed reads, which are free. */
  'read-met-sign-in-page': none,
  'read-unreadable': none,
  'read-unavailable': none,
  'faces-not-sent': none,
  'faces-not-accepted-yet': none,
  'faces-rejected-by-account': none,
  'faces-rejected': none,
  'faces-unknown-for-support': none,
  'faces-unconfirmed': none,
  'faces-lost': none,
  'failed-at-service': none,
  'no-files-listed': none,
  'no-files-listed-for-support': none,
  'files-not-downloadable': z.object({ count: z.number() }),
  'download-link-missing': none,
  'download-failed': none,
  'download-failed-network': none,
  'fewer-files': z.object({ made: z.number(), asked: z.number() }),
  'files-incomplete': z.object({ count: z.number() }),
  'file-missing': aFile,
  'file-changed': aFile,
  'file-unreadable': aFile,
  /** `reason`: null if unknown. */
  'upload-command-rejected': z.object({ reason: uploadRejectionSchema.nullable() }),
  'disk-full': none,
  'folder-missing': none,
  'folder-not-writable': none,
  'result-not-found': none,
  'not-saved': aReason,
  'not-sent-by-computer': aReason,
  /** Sentences that an earlier version stored and that no code matches. Translated if the catalogue has them. */
  'legacy-text': z.object({ message: z.string(), advice: z.string() })
} as const

type Schemas = typeof failureParamSchemas
export type FailureParams = { readonly [Code in keyof Schemas]: Readonly<z.infer<Schemas[Code]>> }
export type FailureCode = keyof FailureParams
/** A code without parameters. */
export type PlainFailureCode = { [Code in FailureCode]: Schemas[Code] extends typeof none ? Code : never }[FailureCode]

/** A failure of a task or a request. `shared/phrases` has the sentences. */
export type Failure = CodeWithParams<FailureParams>

export function plainFailure(code: PlainFailureCode): Failure {
  return { code, params: {} } as Failure
}
