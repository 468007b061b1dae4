import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { statfs } = fsPromises
let hidden = 0

/**
 * Makes every disk report zero free bytes until the returned function is called. Otherwise, Kiln would detect the real disk's free space
 * and no longer treat the disk as full.
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
