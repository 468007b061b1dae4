import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Every write into a file that `isFull` names fails as on a full disk, and no bytes are free, until the returned function makes room. The real
 * disk isn't full: what other programs free there must not look like room.
 */
export async function fillDisk(isFull: (path: string) => boolean): Promise<() => void> {
  const { open, statfs, writeFile } = fsPromises
  const patched = fsPromises as { open: typeof open; statfs: typeof fsPromises.statfs; writeFile: typeof writeFile }
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
    // A full disk still makes the file, with nothing in it.
    if (isRoom || !isFull(String(parameters[0]))) return writeFile(...parameters)
    await writeFile(parameters[0], '')
    throw noRoom()
  }
  patched.statfs = (async (path) => Object.assign(await statfs(path), { bavail: 0 })) as typeof statfs
  syncBuiltinESMExports()
  return () => {
    isRoom = true
    patched.open = open
    patched.statfs = statfs
    patched.writeFile = writeFile
    syncBuiltinESMExports()
  }
}
