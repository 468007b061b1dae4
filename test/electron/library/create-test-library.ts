import { mkdtemp, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { createLibrary, type Library } from '../../../electron/library/create-library.ts'
import type { JournalResult } from '../../../electron/library/journal-result.ts'
import { embedRecipe } from '../../../electron/library/recipes/embedded-recipe.ts'
import { digestFile } from '../../../electron/uploads/digest-file.ts'
import { probeFile } from '../../../electron/uploads/probe-file.ts'
import type { SavedResult, TaskRecord } from '../../../electron/tasks/machine/task-record.ts'
import { unfilteredQuery, type LibraryItemDetails, type LibraryChangedEvent, type LibraryTile } from '../../../shared/library/library.ts'
import type { Recipe } from '../../../shared/library/recipe.ts'
import type { RecipeSettings } from '../../../shared/app/settings.ts'
import { anItem } from './an-item.ts'

/** A real library in temporary folders. The test supplies the journal and the system trash. */
export type TestLibrary = {
  library: Library
  readonly dataDir: string
  folder: string
  journal: JournalResult[]
  recipes: RecipeSettings
  readonly changeEvents: LibraryChangedEvent[]
  /** Item counts reported while a new index was filled, one for each report. */
  readonly filled: number[]
  /** Paths moved to the system trash. */
  readonly trashed: string[]
  isTrashFull: boolean
  isDriveThere: boolean
  /** Previous library folders. */
  former: string[]
  readonly fetched: string[]
  /** Runs all timers, as if the undo period had passed. */
  readonly passUndo: () => void
  readonly passTime: (timeInMs: number) => void
  readonly reopen: () => Promise<void>
  /** Closes the library, deletes the index, and opens the library again. */
  readonly withoutIndex: () => Promise<void>
  /** Saves an image with an embedded recipe, as a task does. Adds the result to the journal and reports the task to the library. */
  readonly make: (
    id: string,
    options?: { readonly prompt?: string; readonly name?: string; readonly recipe?: Partial<Recipe> }
  ) => Promise<SavedResult>
  readonly tiles: (search?: string) => Promise<readonly LibraryTile[]>
  /** Returns the details of all items without their keys, sorted by ID. */
  readonly rows: () => Promise<readonly (Omit<LibraryItemDetails, 'key'> | null)[]>
  readonly keysOf: (...ids: readonly string[]) => Promise<number[]>
}

export async function createTestLibrary(): Promise<TestLibrary> {
  const root = await mkdtemp(join(tmpdir(), 'kiln-library-'))
  const folder = join(root, 'library')
  const dataDir = join(root, 'data')
  await mkdir(folder)
  await mkdir(dataDir)
  const timers = new Set<() => void>()
  const defects: unknown[] = []
  let at = new Date(2026, 10, 20, 12).getTime()
  const recipeFor = (id: string, options: { readonly prompt?: string; readonly recipe?: Partial<Recipe> }): Recipe => {
    const { recipe } = anItem({ id, prompt: options.prompt ?? `picture ${id}` }, options.recipe)
    if (recipe === null) throw new Error('The item has no recipe.')
    return recipe
  }
  const recipes = new Map<string, Recipe>()
  const open = (): Library =>
    createLibrary({
      dataDir,
      folder: () => made.folder,
      isFolderThere: () => Promise.resolve(made.isDriveThere),
      formerFolders: () => Promise.resolve(made.former),
      journalResults: () => made.journal,
      journalResult: (id) => made.journal.find(({ result }) => result.id === id)?.result ?? null,
      recipeOf: ({ result }) => recipes.get(result.id) ?? recipeFor(result.id, {}),
      probeFile,
      digestFile,
      recipes: () => made.recipes,
      trashItem: async (path) => {
        if (made.isTrashFull) throw new Error('The trash is full.')
        made.trashed.push(path)
        await rm(path)
      },
      fetchAgain: async (task) => void made.fetched.push(task),
      clock: {
        now: () => at,
        setTimer: (_delay, run) => {
          timers.add(run)
          return () => timers.delete(run)
        }
      },
      onChange: (event) => made.changeEvents.push(event),
      onFilling: (count) => made.filled.push(count),
      onDefect: (error) => defects.push(error)
    })
  const made: TestLibrary = {
    dataDir,
    folder,
    journal: [],
    recipes: { beside: true, inside: true },
    changeEvents: [],
    filled: [],
    trashed: [],
    isTrashFull: false,
    isDriveThere: true,
    former: [],
    fetched: [],
    library: undefined as never,
    passTime: (timeInMs) => {
      at += timeInMs
    },
    passUndo: () => {
      for (const run of timers) run()
      timers.clear()
    },
    reopen: async () => {
      await made.library.close()
      made.library = open()
    },
    withoutIndex: async () => {
      await made.library.close()
      for (const ending of ['', '-wal', '-shm']) await rm(join(dataDir, `library.sqlite${ending}`), { force: true })
      made.library = open()
    },
    make: async (id, options = {}) => {
      const path = join(made.folder, options.name ?? `${id}.png`)
      await mkdir(dirname(path), { recursive: true })
      const plain = join(root, 'plain.png')
      const colour = { r: recipes.size % 256, g: Math.floor(recipes.size / 256), b: 90 }
      await sharp({ create: { width: 16, height: 9, channels: 3, background: colour } })
        .png()
        .toFile(plain)
      const recipe = recipeFor(id, options)
      recipes.set(id, recipe)
      const download = { bytes: (await readFile(plain)).length, sha256: '0'.repeat(64) }
      const written = await embedRecipe(plain, path, { ...recipe, download })
      if (written === null) throw new Error('The recipe couldn’t be embedded.')
      at += 1_000
      const result: SavedResult = {
        id,
        index: 0,
        path,
        contentType: 'image/png',
        medium: 'image',
        ...written,
        width: 16,
        height: 9,
        savedAt: at
      }
      const record = { id: id.slice(0, id.lastIndexOf('.')), state: { phase: 'done', outputs: [] } } as unknown as TaskRecord
      made.journal.push({ record, result })
      made.library.onTaskChanged(record, [result])
      await made.library.idle()
      return result
    },
    tiles: async (search = '') => {
      await made.library.idle()
      const { keys } = await made.library.query({ ...unfilteredQuery, search })
      return made.library.tiles([...keys], search)
    },
    rows: async () => {
      const tiles = await made.tiles()
      const details = await Promise.all(tiles.map(({ id }) => made.library.details(id)))
      return details
        .map((one) => {
          if (one === null) return null
          const { key: _, ...row } = one
          return row
        })
        .toSorted((one, other) => (one?.id ?? '').localeCompare(other?.id ?? ''))
    },
    keysOf: async (...ids) => (await made.tiles()).filter(({ id }) => ids.includes(id)).map(({ key }) => key)
  }
  made.library = open()
  onTestFinished(async () => {
    await made.library.close()
    await rm(root, { recursive: true, force: true })
    if (defects.length > 0) throw new AggregateError(defects, 'The library reported errors.')
  })
  return made
}

export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false
  )
}
