import { stat } from 'node:fs/promises'
import type { ProbeFile } from '../core/ports.ts'

const mostRemembered = 20_000

type Probed = ReturnType<ProbeFile>

/**
 * Looks into each file once as long as its size and time stay: a hundred rows on one photo, or the same folder counted again after a change in
 * the form, read it once. What could not be read is looked at anew.
 */
export function rememberingProbe(probeFile: ProbeFile): ProbeFile {
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
