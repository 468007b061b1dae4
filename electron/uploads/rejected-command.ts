import type { NamedUploadRejectionCode, PlainUploadRejectionCode, UploadRejection } from '../../shared/task/upload-rejection.ts'

export type RejectedCommand = { readonly ok: false; readonly reason: UploadRejection }

export function rejectedCommand(code: PlainUploadRejectionCode): RejectedCommand {
  return { ok: false, reason: { code, params: {} } as UploadRejection }
}

/** `name`: the name of the header or option. */
export function rejectedCommandNaming(code: NamedUploadRejectionCode, name: string): RejectedCommand {
  return { ok: false, reason: { code, params: { name } } }
}
