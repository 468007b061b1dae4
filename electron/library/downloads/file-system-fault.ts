import type { Fault, LocalFaultReason } from '../../../shared/task/fault.ts'
import { newFault } from '../../../shared/task/fault.ts'
import { errorCode } from '../../service/http-client.ts'
import type { FolderState } from '../folders/determine-folder-state.ts'

/**
 * Returns the fault for a folder that can't receive results now. Nothing is written to a `missing` or `strange` folder. The file would end
 * up outside the library.
 */
export function folderFault(state: Exclude<FolderState, 'ready'>): Fault {
  return newFault('download', 'local', { localReason: state === 'not-writable' ? 'folder-not-writable' : 'folder-missing', message: state })
}

const reasons: Readonly<Record<string, LocalFaultReason>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  ENOENT: 'folder-missing',
  ENOTDIR: 'folder-missing',
  // Errors of a drive that is being unplugged, or of a network share that doesn't respond.
  ENODEV: 'folder-missing',
  ENXIO: 'folder-missing',
  ESTALE: 'folder-missing',
  ENOTCONN: 'folder-missing',
  EHOSTDOWN: 'folder-missing',
  EROFS: 'folder-not-writable',
  EACCES: 'folder-not-writable',
  EPERM: 'folder-not-writable'
}

/** Returns the fault for a file system error that occurred while a result was being saved. */
export function fileSystemFault(error: unknown): Fault {
  const message = errorCode(error)
  return newFault('download', 'local', { localReason: reasons[message] ?? 'unexpected', message })
}
