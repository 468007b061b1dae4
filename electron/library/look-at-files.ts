import { stat } from 'node:fs/promises'
import type { FileState } from '../../shared/library.ts'
import type { DigestFile } from '../core/ports.ts'
import { errorCode } from '../api/http-client.ts'
import { atOnce } from './at-once.ts'
import type { IndexedFile } from './open-index.ts'

/** What a look at the files found to be another than the index says. */
export type FileFinding = { readonly key: number; readonly state: FileState; readonly modifiedAt: number | null }

const looksAtOnce = 32

/**
 * Looks whether each file is where it belongs and as it was saved. Size and time of the last change tell most; only where they differ is a file
 * read and digested. What can't be looked at (rights, a drive that does not answer) stays as it was.
 */
export async function lookAtFiles(
  files: readonly IndexedFile[],
  digestFile: DigestFile,
  signal?: AbortSignal
): Promise<readonly FileFinding[]> {
  const findings: FileFinding[] = []
  const lookAt = async (file: IndexedFile): Promise<void> => {
    const found = await look(file, digestFile, signal)
    const isNews = found !== null && (found.state !== file.state || found.modifiedAt !== file.modifiedAt)
    if (isNews) findings.push({ key: file.key, ...found })
  }
  await atOnce(looksAtOnce, files, lookAt, signal)
  return findings
}

async function look(file: IndexedFile, digestFile: DigestFile, signal: AbortSignal | undefined): Promise<Omit<FileFinding, 'key'> | null> {
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

/** Which of the missing files lie elsewhere now: of the same size, and then of the same digest. Key of the item to its new path. */
export async function findMoved(
  missing: readonly IndexedFile[],
  candidates: readonly string[],
  digestFile: DigestFile,
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
  await atOnce(4, candidates, compare, signal)
  return moved
}
