import type { Fault, LocalReason } from '../../shared/fault.ts'
import { newFault } from '../../shared/fault.ts'
import { errorCode } from '../api/http-client.ts'

/** A fault of this computer while a chosen file was read. */
export function localFault(localReason: LocalReason, message: string | null = null): Fault {
  return newFault('transfer', 'local', { localReason, message })
}

/** Classes an error of the file system by its code. */
export function fileFault(error: unknown): Fault {
  const code = errorCode(error)
  return localFault(code === 'ENOENT' || code === 'ENOTDIR' ? 'file-missing' : 'file-unreadable', code)
}
