import { basename, join } from 'node:path'
import type { IntegrityReport } from '../../shared/app/diagnostics.ts'
import { digestFile } from '../uploads/digest-file.ts'
import type { StudioParts } from './studio-parts.ts'

/** Checks Kiln's databases and the digest of every result file. Doesn't change anything. Stops when the studio closes. */
export async function checkIntegrity(
  { dataDir, library, state }: Pick<StudioParts, 'dataDir' | 'library' | 'state'>,
  {
    onProgress,
    signal
  }: {
    readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void
    readonly signal: AbortSignal
  }
): Promise<IntegrityReport> {
  const databases = await Promise.all(
    (['journal', 'desk', 'library'] as const).map(async (name) => ({
      name,
      faults: await library.integrityOf(join(dataDir, name === 'journal' ? 'journal.db' : `${name}.sqlite`))
    }))
  )
  const files = (await library.files()).filter((file) => file.state !== 'missing')
  const [changed, missing]: [string[], string[]] = [[], []]
  let looked = 0
  for (const { path, sha256 } of files) {
    if (signal.aborted || state.closing !== null) break
    const digested = await digestFile(path, signal)
    if (signal.aborted) break
    if (!digested.ok) missing.push(basename(path))
    else if (digested.sha256 !== sha256) changed.push(basename(path))
    looked += 1
    onProgress({ done: looked, total: files.length })
  }
  return { databases, results: { total: files.length, looked, changed, missing }, isStopped: looked < files.length }
}
