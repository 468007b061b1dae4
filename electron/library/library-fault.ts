import type { Fault, LocalReason } from '../../shared/fault.ts'
import { newFault } from '../../shared/fault.ts'
import { errorCode } from '../api/http-client.ts'
import type { FolderState } from './judge-folder.ts'

/** A folder that results can't be kept in now. `missing` and `strange`: nothing is written there, so that nothing lands beside the library. */
export function faultOfFolder(state: Exclude<FolderState, 'ready'>): Fault {
  return newFault('download', 'local', { localReason: state === 'not-writable' ? 'folder-not-writable' : 'folder-missing', message: state })
}

const reasons: Readonly<Record<string, LocalReason>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  ENOENT: 'folder-missing',
  ENOTDIR: 'folder-missing',
  // What is said while a drive is pulled out, or of a network share that does not answer.
  ENODEV: 'folder-missing',
  ENXIO: 'folder-missing',
  ESTALE: 'folder-missing',
  ENOTCONN: 'folder-missing',
  EHOSTDOWN: 'folder-missing',
  EROFS: 'folder-not-writable',
  EACCES: 'folder-not-writable',
  EPERM: 'folder-not-writable'
}

/** Classes what the file system said while a result was kept. */
export function libraryFault(error: unknown): Fault {
  const message = errorCode(error)
  return newFault('download', 'local', { localReason: reasons[message] ?? 'unexpected', message })
}
