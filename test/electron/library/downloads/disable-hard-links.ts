import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Simulates a disk without hard links, such as a memory card. Every `link` call fails with `code`. If the target exists, `link` fails with
 * `EEXIST`, unless `code` is `EISDIR`. Returns a function that ends the simulation.
 */
export function disableHardLinks(code: string): () => void {
  const patched = fsPromises as { link: typeof fsPromises.link }
  const { link } = patched
  patched.link = async (_from, to) => {
    const isTaken = await fsPromises.lstat(to).then(
      () => true,
      () => false
    )
    throw Object.assign(new Error(`${code}: link`), { code: isTaken && code !== 'EISDIR' ? 'EEXIST' : code })
  }
  syncBuiltinESMExports()
  return () => {
    patched.link = link
    syncBuiltinESMExports()
  }
}
