import { opendir, stat } from 'node:fs/promises'
import { fileNameCollisionKey } from '../../../shared/library/result-name.ts'

/** Returns a folder's file names without extensions, folded by `fileNameCollisionKey`. Empty if the folder can't be read. Never rejects. */
export type FolderNameLister = (folder: string) => Promise<ReadonlySet<string>>

type Listing = {
  readonly folder: string
  /** Modification time of the folder when it was listed, in milliseconds since 1970. */
  readonly modifiedAt: number
  readonly listedAt: number
  readonly names: ReadonlySet<string>
}

/** Number of entries read at once. Folding 500 names takes about a millisecond. */
const entriesAtOnce = 500
/**
 * A listing this soon after the folder's last change may be outdated. A later change may have the same timestamp. FAT timestamps have a
 * resolution of 2 seconds.
 */
const coarsestTimeInMs = 2_500

/** Returns a function that lists a folder without blocking. Caches the names of the last folder until that folder changes. */
export function createFolderNameLister(): FolderNameLister {
  let last: Listing | null = null
  const underWay = new Map<string, Promise<ReadonlySet<string>>>()

  async function list(folder: string): Promise<ReadonlySet<string>> {
    const { mtimeMs: modifiedAt } = await stat(folder)
    const isCurrent = last?.folder === folder && last.modifiedAt === modifiedAt && last.listedAt - modifiedAt > coarsestTimeInMs
    if (last !== null && isCurrent) return last.names
    const listedAt = Date.now()
    const names = new Set<string>()
    for await (const { name } of await opendir(folder, { bufferSize: entriesAtOnce }))
      names.add(fileNameCollisionKey(withoutExtension(name)))
    last = { folder, modifiedAt, listedAt, names }
    return names
  }

  return (folder) => {
    const listing =
      underWay.get(folder) ??
      list(folder)
        .catch(() => new Set<string>())
        .finally(() => underWay.delete(folder))
    underWay.set(folder, listing)
    return listing
  }
}

/** Removes everything from the first dot on. Result names don't contain a dot before the extension. */
function withoutExtension(name: string): string {
  const dot = name.indexOf('.')
  return dot === -1 ? name : name.slice(0, dot)
}
