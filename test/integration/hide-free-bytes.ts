import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { statfs } = fsPromises
let hidden = 0

/**
 * Makes every disk report no free bytes until the returned function is called. Without this, Kiln would detect free space on the real disk
 * and end the simulated full disk.
 */
export function hideFreeBytes(): () => void {
  const patched = fsPromises as { statfs: typeof statfs }
  hidden += 1
  patched.statfs = (async (path) => Object.assign(await statfs(path), { bavail: 0 })) as typeof statfs
  syncBuiltinESMExports()
  let isHidden = true
  return () => {
    if (!isHidden) return
    isHidden = false
    hidden -= 1
    if (hidden > 0) return
    patched.statfs = statfs
    syncBuiltinESMExports()
  }
}
