import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { hideFreeBytes } from './hide-free-bytes.ts'

/** Makes writes fail as on a full disk, for files whose path satisfies `isFull`. The returned function frees the space. */
export async function simulateFullDisk(isFull: (path: string) => boolean): Promise<() => void> {
  const { open, writeFile } = fsPromises
  const patched = fsPromises as { open: typeof open; writeFile: typeof writeFile }
  const showFreeBytes = hideFreeBytes()
  let isRoom = false
  const noRoom = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })
  patched.open = async (...parameters) => {
    const handle = await open(...parameters)
    if (!isFull(String(parameters[0]))) return handle
    for (const name of ['write', 'writev', 'writeFile', 'appendFile'] as const) {
      const original = handle[name].bind(handle) as (...rest: unknown[]) => Promise<unknown>
      Object.assign(handle, {
        [name]: (...rest: unknown[]) => (isRoom ? original(...rest) : Promise.reject(noRoom()))
      })
    }
    return handle
  }
  patched.writeFile = async (...parameters) => {
    // On a full disk, the file is still created, but stays empty.
    if (isRoom || !isFull(String(parameters[0]))) return writeFile(...parameters)
    await writeFile(parameters[0], '')
    throw noRoom()
  }
  syncBuiltinESMExports()
  return () => {
    isRoom = true
    patched.open = open
    showFreeBytes()
    patched.writeFile = writeFile
    syncBuiltinESMExports()
  }
}
