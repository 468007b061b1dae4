import { constants, createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdtemp, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, parse } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { fileNameCollisionKey } from '../../shared/library/result-name.ts'
import { uniquePath } from './unique-path.ts'
import type { StoredItem } from './index/indexed-item.ts'
import { copyWithoutRecipe } from './recipes/embedded-recipe.ts'
import { sidecarFromItem, sidecarPath } from './recipes/sidecar.ts'

export type ExportOptions = {
  readonly items: AsyncIterable<StoredItem>
  /** True to copy files unchanged, each with its recipe beside it. False to remove all recipe data. */
  readonly withRecipes: boolean
  readonly nameOfCollection: (id: number) => string | null
  /** Aborting the signal ends the export, which then rejects with the signal's reason. */
  readonly signal: AbortSignal
  readonly onDone: (count: number) => void
}

/**
 * Copies the items into a folder. Renames a copy if its name is taken. @throws file system errors. Files that were already copied are kept.
 */
export async function exportToFolder(options: ExportOptions, folder: string): Promise<void> {
  const { withRecipes, nameOfCollection } = options
  let done = 0
  for await (const item of options.items) {
    options.signal.throwIfAborted()
    const target = await uniquePath(folder, basename(item.path))
    await copyAs(item.path, target, withRecipes)
    if (withRecipes) await write(sidecarPath(target), recipeText(item, nameOfCollection))
    done += 1
    options.onDone(done)
  }
}

/**
 * Streams the items into a temporary ZIP file and moves it to `target` once it is complete.
 * @throws file system errors. The temporary file is deleted in that case.
 */
export async function exportAsZip({ items, withRecipes, nameOfCollection, signal, onDone }: ExportOptions, target: string): Promise<void> {
  const workplace = await mkdtemp(join(dirname(target), '.kiln-zip-'))
  const part = join(workplace, 'whole.part')
  const ending = new AbortController()
  try {
    const zip = new ZipFile()
    const written = pipeline(zip.outputStream, createWriteStream(part), { signal: AbortSignal.any([signal, ending.signal]) })
    // `written` is awaited below. Without this handler, an earlier rejection would end the process.
    written.catch(() => undefined)
    const taken = new Set<string>()
    let place = 0
    for await (const item of items) {
      signal.throwIfAborted()
      const name = freeIn(taken, basename(item.path))
      const bare = join(workplace, String(place))
      const isBare = !withRecipes && (await copyWithoutRecipe(item.path, bare))
      const from = isBare ? bare : item.path
      place += 1
      const count = place
      // Images and videos are already compressed.
      const options = { compress: false, mtime: new Date(item.madeAt), size: (await stat(from)).size }
      zip.addReadStreamLazy(name, options, (give) => {
        const file = createReadStream(from)
        // A ZIP file's entries are written in order, so all entries up to this one are complete.
        file.on('close', () => onDone(count))
        give(null, file)
      })
      if (withRecipes) zip.addBuffer(Buffer.from(recipeText(item, nameOfCollection)), freeIn(taken, `${name}.json`))
    }
    zip.on('error', (error) => zip.outputStream.emit('error', error))
    zip.end()
    await written
    {
      await using file = await open(part, 'r+')
      await file.sync()
    }
    await rename(part, target)
  } finally {
    ending.abort()
    await rm(workplace, { recursive: true, force: true })
  }
}

async function copyAs(from: string, to: string, withRecipes: boolean): Promise<void> {
  if (!withRecipes && (await copyWithoutRecipe(from, to))) return
  await copyFile(from, to, constants.COPYFILE_EXCL)
}

function recipeText(item: StoredItem, nameOfCollection: (id: number) => string | null): string {
  return `${JSON.stringify(sidecarFromItem(item, nameOfCollection), null, 2)}\n`
}

async function write(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx')
  await file.writeFile(text)
}

/** Returns a name that isn't in `taken`, and adds it to `taken`. Names that a file system may equate, such as `a` and `A`, count as one. */
function freeIn(taken: Set<string>, name: string): string {
  const { name: stem, ext } = parse(name)
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${stem} (${number})${ext}`
    const folded = fileNameCollisionKey(free)
    if (taken.has(folded)) continue
    taken.add(folded)
    return free
  }
}
