import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** Every write into a file that `isFull` names fails as on a full disk, until the returned function makes room. */
export async function fillDisk(isFull: (path: string) => boolean): Promise<() => void> {
  const { open } = fsPromises
  const patched = fsPromises as { open: typeof open }
  let isRoom = false
  patched.open = async (...parameters) => {
    const handle = await open(...parameters)
    if (!isFull(String(parameters[0]))) return handle
    for (const name of ['write', 'writev', 'writeFile', 'appendFile'] as const) {
      const original = handle[name].bind(handle) as (...rest: unknown[]) => Promise<unknown>
      Object.assign(handle, {
        [name]: (...rest: unknown[]) =>
          isRoom
            ? original(...rest)
            : Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 }))
      })
    }
    return handle
  }
  syncBuiltinESMExports()
  return () => {
    isRoom = true
    patched.open = open
    syncBuiltinESMExports()
  }
}
