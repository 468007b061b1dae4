import type { Fault, LocalFaultReason } from '../../shared/task/fault.ts'
import { newFault } from '../../shared/task/fault.ts'
import { errorCode } from '../service/http-client.ts'

/** Returns a transfer fault that was caused on this computer, not by the service. */
export function localFault(localReason: LocalFaultReason, message: string | null = null): Fault {
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

/** Returns the fault for an error from reading a file, by the error's code. The fault for an unknown code is `unexpected`. */
export function fileFault(error: unknown): Fault {
  const code = errorCode(error)
  return localFault(missing.has(code) ? 'file-missing' : unreadable.has(code) ? 'file-unreadable' : 'unexpected', code)
}
