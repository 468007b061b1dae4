import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** A disk like a memory card: no file has two names. Gives back the way to what it was. `code`: what such a file system says. */
export function forbidLinks(code: string): () => void {
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
