import type { Fault } from '../../shared/fault.ts'
import { newFault } from '../../shared/fault.ts'
import { errorCode } from '../api/http-client.ts'

/** Classes what the file system said while a result was kept. */
export function libraryFault(error: unknown): Fault {
  const message = errorCode(error)
  switch (message) {
    case 'ENOSPC':
    case 'EDQUOT':
      return newFault('download', 'local', { localReason: 'disk-full', message })
    case 'ENOENT':
    case 'ENOTDIR':
      return newFault('download', 'local', { localReason: 'folder-missing', message })
    default:
      return newFault('download', 'local', { localReason: 'unexpected', message })
  }
}
