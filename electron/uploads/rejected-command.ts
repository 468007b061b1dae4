import type { NamedUploadRejectionCode, PlainUploadRejectionCode, UploadRejection } from '../../shared/task/upload-rejection.ts'

export type RejectedCommand = { readonly ok: false; readonly reason: UploadRejection }

export function rejectedCommand(code: PlainUploadRejectionCode): RejectedCommand {
  return { ok: false, reason: { code, params: {} } as UploadRejection }
}

/** Rejects a command because of one header or option. `name`: the header's or option's name. */
export function rejectedCommandNaming(code: NamedUploadRejectionCode, name: string): RejectedCommand {
  return { ok: false, reason: { code, params: { name } } }
}
