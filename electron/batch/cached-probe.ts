import { stat } from 'node:fs/promises'
import type { ProbeFile } from '../core/ports.ts'

const mostRemembered = 20_000

type Probed = ReturnType<ProbeFile>

/**
 * Probes each file once while its size and time stay the same. A hundred rows with one photo read it once. So does a folder that is counted
 * again after an edit in the form. A file that couldn't be read is probed again.
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
