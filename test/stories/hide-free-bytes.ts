import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { statfs } = fsPromises
let hidden = 0

/** No disk has a free byte, until the returned function is called. The real disk isn't full: what other programs free there must not look like room. */
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
