import type { Fault, LocalReason } from '../../shared/fault.ts'
import { newFault } from '../../shared/fault.ts'
import { errorCode } from '../api/http-client.ts'

/** A fault of this computer while a chosen file was read. */
export function localFault(localReason: LocalReason, message: string | null = null): Fault {
  return newFault('transfer', 'local', { localReason, message })
}

const missing: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])
const unreadable: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EISDIR',
  'EIO',
  'EBUSY',
  'ELOOP',
  'ENAMETOOLONG',
  'ENXIO',
  'ESTALE',
  'EINVAL'
])

/** Classes an error that came while a file was read, by its code; what is none of the file system's is a defect of ours. */
export function fileFault(error: unknown): Fault {
  const code = errorCode(error)
  return localFault(missing.has(code) ? 'file-missing' : unreadable.has(code) ? 'file-unreadable' : 'unexpected', code)
}
