import { stat } from 'node:fs/promises'
import type { ProbeFile } from '../core/ports.ts'

const mostRemembered = 20_000

type Probed = ReturnType<ProbeFile>

/**
 * Probes a known file again only if its size or modification time has changed. A photo used in a hundred rows is read once. Recounting a
 * folder after an edit in the form doesn't read its files again. A file that couldn't be read is probed again.
 */
export function cachedProbe(probeFile: ProbeFile): ProbeFile {
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
