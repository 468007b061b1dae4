import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { statfs } = fsPromises
let hidden = 0

/**
 * Reports no free bytes for any disk until the returned function is called. The real disk isn't full, so space freed by other programs must
 * not count.
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
