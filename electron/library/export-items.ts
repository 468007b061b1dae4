import { constants, createWriteStream } from 'node:fs'
import { copyFile, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { foldedName } from '../../shared/result-name.ts'
import { freePath } from './free-name.ts'
import type { StoredItem } from './open-index.ts'
import { copyWithoutRecipe } from './recipe-inside.ts'
import { sidecarOf, sidecarPath } from './sidecar.ts'

export type ExportWish = {
  readonly items: readonly StoredItem[]
  /** With it, files go as they are, each with its recipe beside it; without, no word of how it was made goes along. */
  readonly withRecipes: boolean
  readonly nameOfCollection: (id: number) => string | null
}

/** Copies into a folder, under names that are free there. @throws what the file system throws; what is copied by then stays. */
export async function exportToFolder({ items, withRecipes, nameOfCollection }: ExportWish, folder: string): Promise<void> {
  for (const item of items) {
    const target = await freePath(folder, basename(item.path))
    await copyAs(item.path, target, withRecipes)
    if (withRecipes) await write(sidecarPath(target), recipeText(item, nameOfCollection))
  }
}

/** Streams into a zip beside its place and moves it there when it is whole. @throws what the file system throws. */
export async function exportAsZip({ items, withRecipes, nameOfCollection }: ExportWish, target: string): Promise<void> {
  const workplace = await mkdtemp(join(dirname(target), '.kiln-zip-'))
  const part = join(workplace, 'whole.part')
  try {
    const zip = new ZipFile()
    const written = pipeline(zip.outputStream, createWriteStream(part))
    const taken = new Set<string>()
    for (const [place, item] of items.entries()) {
      const name = freeIn(taken, basename(item.path))
      const bare = join(workplace, String(place))
      const isBare = !withRecipes && (await copyWithoutRecipe(item.path, bare))
      // Pictures and clips are packed already: to press them again would only take time.
      zip.addFile(isBare ? bare : item.path, name, { compress: false, mtime: new Date(item.madeAt) })
      if (withRecipes) zip.addBuffer(Buffer.from(recipeText(item, nameOfCollection)), freeIn(taken, `${name}.json`))
    }
    zip.end()
    zip.on('error', (error) => zip.outputStream.emit('error', error))
    await written
    {
      await using file = await open(part, 'r+')
      await file.sync()
    }
    await rename(part, target)
  } finally {
    await rm(workplace, { recursive: true, force: true })
  }
}

async function copyAs(from: string, to: string, withRecipes: boolean): Promise<void> {
  if (!withRecipes && (await copyWithoutRecipe(from, to))) return
  await copyFile(from, to, constants.COPYFILE_EXCL)
}

function recipeText(item: StoredItem, nameOfCollection: (id: number) => string | null): string {
  return `${JSON.stringify(sidecarOf(item, nameOfCollection), null, 2)}\n`
}

async function write(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx')
  await file.writeFile(text)
}

/** Zips tell apart names that the file system they are unpacked to may treat as one. */
function freeIn(taken: Set<string>, name: string): string {
  const place = name.lastIndexOf('.')
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name.slice(0, place)} (${number})${name.slice(place)}`
    const folded = foldedName(free)
    if (taken.has(folded)) continue
    taken.add(folded)
    return free
  }
}
