import { stat } from 'node:fs/promises'
import type { ResultFileState } from '../../shared/library/library.ts'
import type { FileDigester } from '../tasks/ports.ts'
import { errorCode } from '../service/http-client.ts'
import { mapConcurrent } from './map-concurrent.ts'
import type { IndexedFile } from './index/indexed-item.ts'

/** A file whose state or modification time differs from the index. */
export type FileCheckResult = { readonly key: number; readonly state: ResultFileState; readonly modifiedAt: number | null }

const concurrentChecks = 32

/**
 * Checks whether each file exists and is unchanged. Returns only the differences from the index. A file with the expected size and
 * modification time keeps its state, unless it was missing. A file of another size counts as changed. Otherwise the digests are compared. A
 * file that can't be checked, such as on a drive that doesn't respond, keeps its state.
 */
export async function verifyFiles(
  files: readonly IndexedFile[],
  digestFile: FileDigester,
  signal?: AbortSignal
): Promise<readonly FileCheckResult[]> {
  const findings: FileCheckResult[] = []
  const verify = async (file: IndexedFile): Promise<void> => {
    const found = await look(file, digestFile, signal)
    const isChanged = found !== null && (found.state !== file.state || found.modifiedAt !== file.modifiedAt)
    if (isChanged) findings.push({ key: file.key, ...found })
  }
  await mapConcurrent(concurrentChecks, files, verify, signal)
  return findings
}

async function look(
  file: IndexedFile,
  digestFile: FileDigester,
  signal: AbortSignal | undefined
): Promise<Omit<FileCheckResult, 'key'> | null> {
  try {
    const found = await stat(file.path)
    if (!found.isFile()) return { state: 'missing', modifiedAt: file.modifiedAt }
    const isAsSeen = found.size === file.bytes && found.mtimeMs === file.modifiedAt
    if (isAsSeen && file.state !== 'missing') return { state: file.state, modifiedAt: file.modifiedAt }
    if (found.size !== file.bytes) return { state: 'changed', modifiedAt: found.mtimeMs }
    const digested = await digestFile(file.path, signal)
    if (!digested.ok) return null
    return { state: digested.sha256 === file.sha256 ? 'here' : 'changed', modifiedAt: found.mtimeMs }
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(errorCode(error)) ? { state: 'missing', modifiedAt: file.modifiedAt } : null
  }
}

/** Finds missing files that were moved. Compares the size and then the digest with the `candidates`. Returns the new path by item key. */
export async function findMovedFiles(
  missing: readonly IndexedFile[],
  candidates: readonly string[],
  digestFile: FileDigester,
  signal?: AbortSignal
): Promise<ReadonlyMap<number, string>> {
  const moved = new Map<number, string>()
  const bySize = Map.groupBy(missing, ({ bytes }) => bytes)
  if (missing.length === 0) return moved
  const compare = async (path: string): Promise<void> => {
    const size = await stat(path).then(
      (found) => found.size,
      () => -1
    )
    const wanted = bySize.get(size)
    if (wanted === undefined) return
    const digested = await digestFile(path, signal)
    const owner = digested.ok ? wanted.find((file) => file.sha256 === digested.sha256 && !moved.has(file.key)) : undefined
    if (owner !== undefined) moved.set(owner.key, path)
  }
  await mapConcurrent(4, candidates, compare, signal)
  return moved
}
