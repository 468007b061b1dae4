import { stat } from 'node:fs/promises'
import type { FileProber } from '../../tasks/ports.ts'

const mostRemembered = 20_000

type Probed = ReturnType<FileProber>

/**
 * Caches a file's probe result while the file's size and modification time stay the same. A photo used in a hundred rows is read once.
 * Checking a folder again after an edit in the form doesn't read its files again. Failed probes aren't cached.
 */
export function createCachedProbe(probeFile: FileProber): FileProber {
  const known = new Map<string, { readonly bytes: number; readonly modifiedAt: number; readonly probed: Probed }>()
  return async (path) => {
    const found = await stat(path).catch(() => null)
    if (found === null) return probeFile(path)
    const before = known.get(path)
    if (before !== undefined && before.bytes === found.size && before.modifiedAt === found.mtimeMs) return before.probed
    if (known.size >= mostRemembered) known.clear()
    const probed = probeFile(path)
    known.set(path, { bytes: found.size, modifiedAt: found.mtimeMs, probed })
    if (!(await probed).ok) known.delete(path)
    return probed
  }
}
