import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { basename, isAbsolute, join, relative, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { assertNever } from '../../shared/assert-never.ts'
import type {
  LibraryChange,
  LibraryCollection,
  LibraryDetails,
  LibraryFacets,
  LibraryItem,
  LibraryMending,
  LibraryNews,
  LibraryQuery,
  LibraryReport,
  LibraryShelf,
  LibraryTile,
  TrashReceipt
} from '../../shared/library.ts'
import { itemIdOf } from '../../shared/item-id.ts'
import { PlainProblem } from '../../shared/problem.ts'
import { slicesOf } from '../../shared/slices-of.ts'
import type { Recipe } from '../../shared/recipe.ts'
import type { RecipeKeeping } from '../../shared/settings.ts'
import type { Result } from '../../shared/task.ts'
import { say } from '../../shared/words/say.ts'
import type { Clock, DigestFile, ProbeFile } from '../core/ports.ts'
import type { TaskRecord } from '../core/task-record.ts'
import { atOnce } from './at-once.ts'
import { readCollections, writeCollections } from './collection-names.ts'
import { freePath, isThere } from './free-name.ts'
import { openIndexClient } from './index-client.ts'
import { findMoved, lookAtFiles } from './look-at-files.ts'
import { moveItem } from './move-item.ts'
import { isWithin } from './is-within.ts'
import type { IndexedFile, IndexedItem, IndexedPlaces, ServedFile, StoredItem } from './open-index.ts'
import { openOtherFolders } from './other-folders.ts'
import { aboutFile, readFolder } from './read-folder.ts'
import { openRemovedResults } from './removed-results.ts'
import { reportWords } from './report-words.ts'
import { scanFolder } from './scan-folder.ts'
import type { FolderContents } from './scan-folder.ts'
import { itemOfSidecar, modifiedAt, ofRecipe, readSidecar, sidecarOf, sidecarPath, writeSidecar } from './sidecar.ts'
import { takeIn, type TakenIn } from './take-in.ts'
import { openTornRecipes } from './torn-recipes.ts'
import { createTrashCan } from './trash-can.ts'
import { exportAsZip, exportToFolder } from './export-items.ts'

/** A result as the journal has it, and how it was made. */
export type JournalResult = { readonly record: TaskRecord; readonly result: Result }

export type LibraryParts = {
  /** Kiln's data folder: the index (a cache, which may be thrown away while Kiln is closed), what was deleted, what is on its way to the trash. */
  readonly dataDir: string
  /** Where results are kept now. */
  readonly folder: () => string
  /** Whether that folder is there now, and not an empty place or another drive under its path. */
  readonly isFolderThere: () => Promise<boolean>
  /** Everything that the journal knows to be kept. Read in slices, between which there may be more. */
  readonly journalResults: () => Iterable<JournalResult>
  readonly recipeOf: (kept: JournalResult) => Recipe
  readonly probeFile: ProbeFile
  readonly digestFile: DigestFile
  /** What a person set for the recipes. */
  readonly recipes: () => RecipeKeeping
  /** Hands a file to the system's trash. */
  readonly trashItem: (path: string) => Promise<void>
  /** Fetches the lost files of a task from the service once more. */
  readonly fetchAgain: (task: string) => Promise<void>
  readonly clock: Clock
  readonly onNews: (news: LibraryNews) => void
  readonly onDefect: (error: unknown) => void
}

/** Where the file of an item is now. */
export type LibraryFile = ServedFile

/** Everything that was made and kept. The files, their sidecars and the journal are the truth; the index behind it is a cache of them. */
export type Library = {
  readonly query: (query: LibraryQuery) => Promise<LibraryShelf>
  readonly tiles: (keys: readonly number[], search: string) => Promise<readonly LibraryTile[]>
  /** The newest that a search finds. */
  readonly find: (search: string, limit: number) => Promise<readonly LibraryTile[]>
  readonly facets: (query: LibraryQuery) => Promise<LibraryFacets>
  readonly details: (id: string) => Promise<LibraryDetails | null>
  /** Resolves when the sidecars say so too. */
  readonly change: (change: LibraryChange) => Promise<void>
  readonly collections: () => Promise<readonly LibraryCollection[]>
  readonly keepCollection: (wish: { readonly id: number | null; readonly name: string }) => Promise<LibraryCollection>
  readonly removeCollection: (id: number) => Promise<void>
  /** Moves files with their sidecars out of the way; undo until the time that the receipt tells, then they go to the system's trash. */
  readonly trash: (keys: readonly number[]) => Promise<TrashReceipt>
  /** @throws PlainProblem when it is too late. */
  readonly untrash: (token: string) => Promise<void>
  /** Throws the index away and fills it from the folder and the journal. */
  readonly rebuild: () => Promise<LibraryReport>
  /** Looks at every file. One look at a time; who asks meanwhile gets its report. */
  readonly look: () => Promise<LibraryReport>
  /** The same, at most every few minutes; what it finds is told as news. */
  readonly lookWhenDue: () => Promise<void>
  /** What the last look found. */
  readonly report: () => Promise<LibraryReport>
  readonly mend: (choices: readonly LibraryMending[]) => Promise<LibraryReport>
  /** Moves files with their sidecars to another folder; how many. */
  readonly move: (keys: readonly number[], folder: string) => Promise<number>
  /** Copies files to a folder, or into a zip; how many. @throws PlainProblem with a plain word. */
  readonly exportTo: (wish: {
    readonly keys: readonly number[]
    readonly withRecipes: boolean
    readonly asZip: boolean
    readonly path: string
  }) => Promise<number>
  /** All, as the index has them. */
  readonly files: () => Promise<readonly IndexedFile[]>
  /** What SQLite finds wrong in a file of Kiln; empty: nothing. Looked at beside main. */
  readonly integrityOf: (path: string) => Promise<readonly string[]>
  readonly filesOf: (keys: readonly number[]) => Promise<readonly StoredItem[]>
  /** Null: not an item. */
  readonly fileOf: (id: string) => Promise<LibraryFile | null>
  /** Where a file lies, if that is not where the journal says; null: it is. Known once the library is open. */
  readonly movedTo: (id: string) => string | null
  /** Whether a person has deleted it or let it go: it is not lost. */
  readonly isRemoved: (id: string) => boolean
  /** A task of the journal became another; what it has kept since is taken in. */
  readonly notice: (record: TaskRecord, results: readonly Result[]) => void
  /** What was set for the recipes is another. */
  readonly recipesChanged: () => void
  /** Resolves when everything that the journal has and that was noticed so far is in the index and beside the files. */
  readonly idle: () => Promise<void>
  /** Gives up reading folders and filling the index: the next start resumes it. */
  readonly close: () => Promise<void>
}

/** How many items are put into the index in one go: main stays free in between. */
const itemsAtOnce = 200
const readsAtOnce = 16
const sidecarsAtOnce = 8
/** What the index tells of all items comes in parts: to take them over takes main a few milliseconds each. */
const filesPerPage = 1_000
const placesPerPage = 2_000
/** How long closing goes on writing sidecars that are due; those that are not written by then are at the next start. */
const patienceAtCloseInMs = 1_000
/** Between two looks that nobody asked for. */
const pauseBetweenLooksInMs = 5 * 60_000
/** How long a deletion can be undone. Longer than any notice of it stays on the screen. */
const undoInMs = 2 * 60_000

/** What lies in the library folder, and in the others that results were moved to. */
type Contents = { readonly own: FolderContents; readonly others: FolderContents }

export function createLibrary(parts: LibraryParts): Library {
  const { dataDir, clock, probeFile, digestFile } = parts
  let revision = 1
  let opened: Promise<void> | null = null
  let wasFilled: Promise<boolean> | null = null
  /** When each item that the index holds was saved, by id. A file that told of itself, before the journal did, tells another time. */
  const known = new Map<string, number>()
  /** Paths of items that lie elsewhere than the journal says, or that it does not know. */
  const moved = new Map<string, string>()
  const noticed = new Map<string, JournalResult>()
  const stopsOfEmptying = new Map<string, () => void>()
  /** One piece of work after the other: two that write the same sidecar would cross. */
  let working: Promise<unknown> = Promise.resolve()
  let looking: Promise<LibraryReport> | null = null
  let lastReport: Omit<LibraryReport, 'words' | 'missing' | 'changed' | 'unwritten'> | null = null
  /** Aborted when closing begins: long readings end. And a little later, when writing ends too. */
  const closing = new AbortController()
  const endOfWriting = new AbortController()
  const torn = openTornRecipes(dataDir, parts.onDefect)
  const otherFolders = openOtherFolders(dataDir)
  const removed = openRemovedResults(join(dataDir, 'removed-results.log'))
  const trashCan = createTrashCan({ folder: join(dataDir, 'trash'), trashItem: parts.trashItem })
  const index = openIndexClient(join(dataDir, 'library.sqlite'), () => {
    opened = null
    wasFilled = null
  })

  /** Opens the index, and takes in what the journal has and it has not. */
  function ready(): Promise<void> {
    opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }

  /**
   * What a question is answered from. An index of before says at once what it holds, also at the start of Kiln; what the journal has besides comes as
   * news. A new one is filled first.
   */
  async function answer<T>(ask: () => Promise<T>): Promise<T> {
    wasFilled ??= index.isNew().then((isNew) => !isNew)
    if (!(await wasFilled)) await ready()
    const answered = await ask()
    if (opened === null) ready().catch(onDefect)
    return answered
  }

  /** What is given up because Kiln closes is no defect. */
  function onDefect(error: unknown): void {
    if (error !== closing.signal.reason) parts.onDefect(error)
  }

  async function open(): Promise<void> {
    closing.signal.throwIfAborted()
    await emptyOldLoads()
    const isNew = await index.isNew()
    await remember()
    await fill(isNew)
    await flush()
  }

  async function* journalResults(): AsyncGenerator<readonly JournalResult[]> {
    for await (const slice of slicesOf(parts.journalResults(), () => setImmediate())) {
      closing.signal.throwIfAborted()
      yield slice
    }
  }

  async function allFiles(): Promise<readonly IndexedFile[]> {
    const files: IndexedFile[] = []
    for (;;) {
      const page = await index.files(files.at(-1)?.key ?? 0, filesPerPage)
      closing.signal.throwIfAborted()
      for (const file of page) files.push(file)
      if (page.length < filesPerPage) return files
    }
  }

  async function setOf<T>(items: readonly T[], textOf: (item: T) => string): Promise<ReadonlySet<string>> {
    const texts = new Set<string>()
    for await (const slice of slicesOf(items, () => setImmediate(), filesPerPage)) for (const item of slice) texts.add(textOf(item))
    return texts
  }

  /** What the index holds, in the places that main asks at any time. */
  async function remember(): Promise<void> {
    known.clear()
    moved.clear()
    const journal = new Map<string, string>()
    for await (const slice of journalResults()) for (const { result } of slice) journal.set(result.id, result.path)
    for (let last: number | null = 0; last !== null;) {
      const { ids, paths, times, lastKey }: IndexedPlaces = await index.places(last, placesPerPage)
      closing.signal.throwIfAborted()
      for (const [place, id] of ids.entries()) {
        const path = paths[place] ?? ''
        known.set(id, times[place] ?? 0)
        if (journal.get(id) !== path) moved.set(id, path)
      }
      last = lastKey
    }
  }

  /** From the journal what is not there yet, or not by its word; from the folder as well when the index is a new one. */
  async function fill(isNew: boolean): Promise<void> {
    if (isNew) await index.putCollections(await readCollections(parts.folder()))
    for await (const slice of journalResults()) {
      const unknown = slice.filter(({ result }) => isNews(result) && !removed.has(result.id))
      for (let from = 0; from < unknown.length; from += itemsAtOnce) {
        closing.signal.throwIfAborted()
        await takeKept(unknown.slice(from, from + itemsAtOnce))
      }
    }
    if (!isNew) return
    const missing = (await allFiles()).filter(({ state }) => state === 'missing')
    const contents = await scanAll()
    await findAgain(missing, contents)
    await takeFolder(contents)
    await index.filled()
  }

  /** Everything in the library's folder, and in those that results were moved to. */
  async function scanAll(): Promise<Contents> {
    const own = await scanFolder(parts.folder(), closing.signal)
    const others = await atOnce(1, otherFolders.all(), (folder) => scanFolder(folder, closing.signal))
    return {
      own,
      others: {
        isThere: true,
        files: others.flatMap(({ files }) => files),
        sidecars: others.flatMap(({ sidecars }) => sidecars)
      }
    }
  }

  /** Missing files that lie elsewhere now, by their content; what their sidecars say comes along. */
  async function findAgain(missing: readonly IndexedFile[], { own, others }: Contents): Promise<readonly StoredItem[]> {
    if (missing.length === 0) return []
    const paths = await setOf(await allFiles(), ({ path }) => path)
    const candidates = [...own.files, ...others.files].filter((path) => !paths.has(path))
    const places = await findMoved(missing, candidates, digestFile, closing.signal)
    const found = await atOnce(readsAtOnce, await index.stored([...places.keys()]), async (item): Promise<StoredItem> => {
      const path = places.get(item.key) ?? item.path
      const sidecar = await readSidecar(path)
      const told = typeof sidecar === 'object' && sidecar.id === item.id ? await itemOfSidecar(path, sidecar) : item
      return { ...told, key: item.key, path, modifiedAt: await modifiedAt(path), state: 'here' }
    })
    if (found.length > 0) await put(found, false)
    for (const { id, path } of found) moved.set(id, path)
    return found
  }

  /** Deletions that were under way when Kiln was closed: the time for undo is over. */
  async function emptyOldLoads(): Promise<void> {
    for (const { token, files } of await trashCan.loads()) {
      await removed.add(files.map(({ id }) => id).filter((id) => !removed.has(id)))
      const dropped = await index.withIds(files.map(({ id }) => id))
      if (dropped.length > 0) {
        await index.drop(dropped.map(({ key }) => key))
        tell({ removed: dropped.map(({ key }) => key) })
      }
      await trashCan.empty(token).catch(onDefect)
    }
  }

  async function takeKept(kept: readonly JournalResult[]): Promise<void> {
    const earlier = new Map((await index.withIds(kept.map(({ result }) => result.id))).map((item) => [item.id, item]))
    const take = (one: JournalResult): Promise<TakenIn> =>
      takeIn(one.result, parts.recipeOf(one), earlier.get(one.result.id) ?? null, probeFile)
    const taken = await atOnce(readsAtOnce, kept, take, closing.signal)
    torn.set([...torn.all(), ...taken.filter(({ isTorn }) => isTorn).map(({ item }) => nameOf(item.path))])
    for (const { item } of taken) moved.delete(item.id)
    await put(
      taken.filter(({ isWritten }) => isWritten).map(({ item }) => item),
      true
    )
    await put(
      taken.filter(({ isWritten }) => !isWritten).map(({ item }) => item),
      false
    )
  }

  async function put(items: readonly IndexedItem[], isWritten: boolean): Promise<void> {
    if (items.length === 0) return
    const { added, changed } = await index.put(items, isWritten)
    for (const { id, madeAt } of items) known.set(id, madeAt)
    tell({ added, changed })
  }

  /** What the folder holds that the index does not: taken in where it tells what it is. */
  async function takeFolder({ own, others }: Contents): Promise<{ readonly takenIn: number; readonly strange: readonly string[] }> {
    const files = await allFiles()
    const [paths, ids] = [await setOf(files, ({ path }) => path), await setOf(files, ({ id }) => id)]
    const both = { isThere: own.isThere, files: [...own.files, ...others.files], sidecars: [...own.sidecars, ...others.sidecars] }
    const reading = await readFolder(both, { paths, ids }, { probeFile, digestFile, signal: closing.signal })
    const strange = new Set(reading.strange)
    // A file that a person has deleted and put back is an item again; a sidecar alone of one is not.
    const items = reading.items.filter(({ id, state }) => state === 'here' || !removed.has(id))
    const names = (await index.collections()).map(({ id }) => id)
    await index.putCollections(await collectionsToldBySidecars(items, names))
    for (let from = 0; from < items.length; from += itemsAtOnce) {
      closing.signal.throwIfAborted()
      await put(items.slice(from, from + itemsAtOnce), true)
    }
    for (const { id, path } of items) moved.set(id, path)
    await removed.bringBack(items.map(({ id }) => id).filter((id) => removed.has(id)))
    torn.set([...torn.all(), ...reading.torn.map(nameOf)])
    return {
      takenIn: items.filter(({ state }) => state === 'here').length,
      strange: strange.size === 0 ? [] : own.files.filter((path) => strange.has(path)).map(nameOf)
    }
  }

  async function collectionsToldBySidecars(
    items: readonly IndexedItem[],
    have: readonly number[]
  ): Promise<readonly { readonly id: number; readonly name: string; readonly createdAt: number }[]> {
    const wanted = items.filter(({ collections }) => collections.some((id) => !have.includes(id)))
    const told = new Map<number, string>()
    await atOnce(readsAtOnce, wanted, async ({ path }) => {
      const sidecar = await readSidecar(path)
      if (typeof sidecar === 'object') for (const { id, name } of sidecar.person.collections) told.set(id, name)
    })
    return [...told].filter(([id]) => !have.includes(id)).map(([id, name]) => ({ id, name, createdAt: clock.now() }))
  }

  /** Name of a file within the library folder, with slashes on every system; the whole path of one elsewhere. */
  function nameOf(path: string): string {
    const name = relative(parts.folder(), path)
    return name.startsWith('..') ? path : name.split(sep).join('/')
  }

  function placeOf(name: string): string {
    return isAbsolute(name) ? name : join(parts.folder(), ...name.split('/'))
  }

  function tell(news: Partial<Omit<LibraryNews, 'revision'>>): void {
    revision += 1
    parts.onNews({ revision, added: [], changed: [], removed: [], isAnew: false, ...news })
  }

  /** Writes the sidecars that are due. What can't be written now stays due. */
  async function flush(): Promise<void> {
    if (!parts.recipes().beside) return
    while (!endOfWriting.signal.aborted) {
      const due = await index.unwritten(itemsAtOnce)
      if (due.length === 0) return
      const names = new Map((await index.collections()).map(({ id, name }) => [id, name]))
      const written = await atOnce(sidecarsAtOnce, due, async (item) => {
        if (endOfWriting.signal.aborted) return null
        try {
          await writeSidecar(
            item.path,
            sidecarOf(item, (id) => names.get(id) ?? null)
          )
          return item
        } catch {
          return null
        }
      })
      const done = written.filter((item) => item !== null)
      if (done.length > 0) await index.written(done)
      if (done.length < due.length) return
    }
  }

  async function flushCollections(): Promise<void> {
    try {
      await writeCollections(parts.folder(), await index.collections())
    } catch (error) {
      // The folder is away: the sidecars and the index name them too.
      parts.onDefect(error)
    }
  }

  /** In turn with everything else that writes. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = working.then(async () => {
      await ready()
      return work()
    })
    working = done.catch(() => undefined)
    return done
  }

  /**
   * A look at the folder can come upon a file before the journal has it, and knows less of it: the journal's word counts then too, also when a
   * kill came in between. What it says of a file that was fetched anew counts as well; of one that a person took as it is now it says nothing new.
   */
  function isNews({ id, path, savedAt }: Result): boolean {
    return known.get(id) !== savedAt || moved.get(id) === path
  }

  function takeNoticed(): void {
    inTurn(async () => {
      if (closing.signal.aborted) return
      const kept = [...noticed.values()].filter(({ result }) => isNews(result))
      noticed.clear()
      // What is fetched again was wanted again.
      await removed.bringBack(kept.map(({ result }) => result.id).filter((id) => removed.has(id)))
      if (kept.length > 0) await takeKept(kept)
      await flush()
      // What could not be taken in is found again at the next start: the journal has it.
    }).catch(onDefect)
  }

  async function lookNow(): Promise<LibraryReport> {
    const folder = parts.folder()
    const contents = await scanAll()
    const files = await allFiles()
    if (!contents.own.isThere || !(await parts.isFolderThere())) {
      lastReport = { lookedAt: clock.now(), folder, isFolderThere: false, found: [], takenIn: 0, strange: [], torn: torn.all() }
      return fullReport()
    }
    const stillTorn = await atOnce(readsAtOnce, torn.all(), async (name) => ((await readSidecar(placeOf(name))) === 'torn' ? name : null))
    torn.set(stillTorn.filter((name) => name !== null))
    const findings = await lookAtFiles(files, digestFile, closing.signal)
    const states = new Map(findings.map((finding) => [finding.key, finding.state]))
    const missing = files.filter((file) => (states.get(file.key) ?? file.state) === 'missing')
    await index.mark(findings)
    const found = await findAgain(missing, contents)
    if (findings.length > 0) tell({ changed: findings.map(({ key }) => key) })
    const { takenIn, strange } = await takeFolder(contents)
    await flush()
    lastReport = {
      lookedAt: clock.now(),
      folder,
      isFolderThere: true,
      found: found.map(({ id, path }) => ({ id, name: nameOf(path) })),
      takenIn,
      strange,
      torn: torn.all()
    }
    return fullReport()
  }

  async function fullReport(): Promise<LibraryReport> {
    const last = lastReport ?? {
      lookedAt: null,
      folder: parts.folder(),
      isFolderThere: true,
      found: [],
      takenIn: 0,
      strange: [],
      torn: torn.all()
    }
    const [missing, changed, unwritten] = await Promise.all([
      index.withState('missing'),
      index.withState('changed'),
      parts.recipes().beside ? index.unwrittenCount() : 0
    ])
    const report = { ...last, torn: torn.all(), missing, changed, unwritten }
    return { ...report, words: reportWords(report) }
  }

  function look(): Promise<LibraryReport> {
    looking ??= inTurn(lookNow).finally(() => (looking = null))
    return looking
  }

  async function mendOne(choice: LibraryMending): Promise<void> {
    switch (choice.how) {
      case 'fetch-again': {
        const item = await itemWith(choice.id)
        if (item.task === null) throw new PlainProblem(say('This file came from elsewhere, so it cannot be fetched from the service.'))
        if (item.state === 'changed') await setAside(item)
        await parts.fetchAgain(item.task)
        return
      }
      case 'forget': {
        const item = await itemWith(choice.id)
        if (item.state !== 'missing')
          throw new PlainProblem(say('Its file is there. Delete it instead.'), { advice: say('That can be undone.') })
        await forget([item])
        await index.drop([item.key])
        tell({ removed: [item.key] })
        return
      }
      case 'take-as-new': {
        const item = await itemWith(choice.id)
        const about = await aboutFile(item.path, { probeFile, digestFile }, item.medium)
        if (about === null)
          throw new PlainProblem(say('{path} can’t be read, or is none of the kinds that Kiln shows.', { path: basename(item.path) }))
        await put([{ ...item, ...about, state: 'here' }], false)
        return
      }
      case 'adopt':
        await adopt(pathOf(choice.name))
        return
      case 'write-recipe': {
        const path = pathOf(choice.name)
        const item = (await allFiles()).find((file) => file.path === path)
        if (item === undefined) throw new PlainProblem(say('Kiln does not know how this file was made, so there is no recipe to write.'))
        const aside = await freePath(join(path, '..'), `${basename(path)}.damaged.txt`)
        await rename(sidecarPath(path), aside).catch(() => undefined)
        torn.set(torn.all().filter((name) => name !== choice.name))
        await put(await index.stored([item.key]), false)
        return
      }
      default:
        assertNever(choice)
    }
  }

  async function setAside(item: StoredItem): Promise<void> {
    const place = item.path.lastIndexOf('.')
    await rename(
      item.path,
      await freePath(join(item.path, '..'), basename(`${item.path.slice(0, place)} (changed)${item.path.slice(place)}`))
    )
  }

  async function adopt(path: string): Promise<void> {
    const about = await aboutFile(path, { probeFile, digestFile })
    if (about === null)
      throw new PlainProblem(say('{path} is none of the kinds that Kiln shows.', { path: basename(path) }), {
        advice: say('It stays where it is.')
      })
    const id = `adopted-${randomUUID()}`
    const person = { stars: 0, tags: [], collections: [] } as const
    const madeAt = about.modifiedAt ?? clock.now()
    moved.set(id, path)
    await put([{ id, ...ofRecipe(null, basename(path)), ...about, ...person, path, madeAt, state: 'here', recipe: null }], false)
  }

  /** Only what the last look has found may be named. */
  function pathOf(name: string): string {
    const isNamed = (lastReport?.strange.includes(name) ?? false) || torn.all().includes(name)
    if (!isNamed) throw new PlainProblem(say('Look at the files once more: this one is not among what was found.'))
    return placeOf(name)
  }

  async function itemWith(id: string): Promise<StoredItem> {
    const [item] = await index.withIds([id])
    if (item === undefined) throw new PlainProblem(say('Kiln does not know this result.'))
    return item
  }

  /** They are gone because a person wants it so. */
  async function forget(items: readonly Pick<LibraryItem, 'id'>[]): Promise<void> {
    const ids = items.map(({ id }) => id)
    await removed.add(ids.filter((id) => !removed.has(id)))
    for (const id of ids) {
      known.delete(id)
      moved.delete(id)
    }
  }

  async function trash(keys: readonly number[]): Promise<TrashReceipt> {
    const items = await index.stored(keys)
    const token = randomUUID()
    // The load is written down before anything else: whatever comes between, it is gone on with.
    await trashCan.fill(token, items)
    await forget(items)
    await index.drop(items.map(({ key }) => key))
    tell({ removed: items.map(({ key }) => key) })
    const stop = clock.setTimer(undoInMs, () => {
      stopsOfEmptying.delete(token)
      inTurn(() => trashCan.empty(token)).catch(onDefect)
    })
    stopsOfEmptying.set(token, stop)
    return { token, undoUntil: clock.now() + undoInMs, count: items.length }
  }

  async function untrash(token: string): Promise<void> {
    stopsOfEmptying.get(token)?.()
    const isInTime = stopsOfEmptying.delete(token)
    const load = isInTime ? (await trashCan.loads()).find((one) => one.token === token) : undefined
    const back = load === undefined ? null : await trashCan.takeBack(token)
    if (load === undefined || back === null)
      throw new PlainProblem(say('It is too late to undo this here.'), { advice: say('The files are in the trash of your system.') })
    await removed.bringBack([...back.keys()])
    const kept: JournalResult[] = []
    for await (const slice of journalResults()) kept.push(...slice.filter(({ result }) => back.get(result.id) === result.path))
    await takeKept(kept)
    await takeFilesAt([...back].filter(([id]) => !known.has(id)).map(([, path]) => path))
    await flush()
  }

  /** Files that the journal does not know, or not at this path. */
  async function takeFilesAt(files: readonly string[]): Promise<void> {
    if (files.length === 0) return
    const sidecars = files.map((of) => ({ path: sidecarPath(of), of }))
    const { items } = await readFolder(
      { isThere: true, files, sidecars },
      { paths: new Set(), ids: new Set(known.keys()) },
      { probeFile, digestFile }
    )
    await put(items, true)
    for (const { id, path } of items) moved.set(id, path)
  }

  async function move(keys: readonly number[], folder: string): Promise<number> {
    let count = 0
    if (folder !== parts.folder() && !isWithin(parts.folder(), folder)) otherFolders.add(folder)
    for (const item of await index.stored(keys)) {
      const from = item.path
      if (join(from, '..') === folder) continue
      const target = await moveItem(from, folder, async (path) => {
        const there = { ...item, path }
        await put([there], false)
        moved.set(item.id, path)
      })
      if (target !== null) count += 1
    }
    await flush()
    return count
  }

  return {
    query: async (query) => {
      const shelf = await answer(() => index.shelf(query))
      return { revision, ...shelf }
    },
    tiles: (keys, search) => answer(() => index.tiles(keys, search)),
    find: (search, limit) => answer(() => index.find(search, limit)),
    facets: (query) => answer(() => index.facets(query)),
    details: async (id) => {
      await ready()
      const details = await index.details(id)
      if (details !== null) return details
      // It may have been made this very moment.
      await working
      return index.details(id)
    },
    change: (change) =>
      inTurn(async () => {
        if (change.addTo !== undefined) await collectionWith(change.addTo)
        const changed = await index.change(change)
        if (changed.length > 0) tell({ changed: changed.map(({ key }) => key) })
        await flush()
      }),
    collections: () => answer(() => index.collections()),
    keepCollection: ({ id, name }) =>
      inTurn(async () => {
        const isTaken = (await index.collections()).some((one) => one.name.toLowerCase() === name.toLowerCase() && one.id !== id)
        if (isTaken)
          throw new PlainProblem(say('There is a collection “{name}” already.', { name }), {
            field: 'name',
            advice: say('Give it another name.')
          })
        const kept = await index.keepCollection({ id, name, createdAt: clock.now() })
        if (kept === null) throw new PlainProblem(say('This collection is not there any more.'))
        await flushCollections()
        tell({})
        return collectionWith(kept.id)
      }),
    removeCollection: (id) =>
      inTurn(async () => {
        tell({ changed: await index.removeCollection(id) })
        await flushCollections()
        await flush()
      }),
    trash: (keys) => inTurn(() => trash(keys)),
    untrash: (token) => inTurn(() => untrash(token)),
    files: async () => {
      await ready()
      return allFiles()
    },
    integrityOf: (path) => index.integrityOf(path),
    rebuild: () =>
      inTurn(async () => {
        // From a folder that is away nothing could be rebuilt: stars and tags of what came from elsewhere stand only there.
        if (!(await parts.isFolderThere()))
          throw new PlainProblem(say('The library folder is not there now, so there is nothing to rebuild from.'), {
            advice: say('Connect its drive, or choose another folder in Settings. What Kiln knows of the files is kept until then.')
          })
        await index.clear()
        known.clear()
        moved.clear()
        torn.set([])
        await fill(true)
        tell({ isAnew: true })
        return lookNow()
      }),
    look,
    lookWhenDue: async () => {
      if (clock.now() - (lastReport?.lookedAt ?? 0) >= pauseBetweenLooksInMs) await look()
    },
    report: async () => {
      await ready()
      return fullReport()
    },
    mend: (choices) =>
      inTurn(async () => {
        for (const choice of choices) await mendOne(choice)
        await flush()
        return lookNow()
      }),
    move: (keys, folder) => inTurn(() => move(keys, folder)),
    exportTo: async ({ keys, withRecipes, asZip, path }) => {
      await ready()
      const [items, collections] = [await index.stored(keys), await index.collections()]
      const names = new Map(collections.map(({ id, name }) => [id, name]))
      const wish = { items, withRecipes, nameOfCollection: (id: number) => names.get(id) ?? null }
      try {
        await (asZip ? exportAsZip(wish, path) : exportToFolder(wish, path))
      } catch (cause) {
        const gone = await firstGone(items)
        throw new PlainProblem(
          gone === null
            ? say('Not everything could be saved there.')
            : say('{gone} is not in the library folder any more.', { gone: basename(gone) }),
          {
            advice:
              gone === null
                ? say('Look whether there is room on the disk, and whether Kiln may write there.')
                : say('Look at the files of the library.'),
            cause
          }
        )
      }
      return items.length
    },
    filesOf: async (keys) => {
      await ready()
      return index.stored(keys)
    },
    fileOf: (id) => answer(() => index.fileOf(id)),
    movedTo: (id) => moved.get(id) ?? null,
    isRemoved: removed.has,
    notice: (record, results) => {
      // What is fetched again is taken in again, also when it comes out the same.
      if (record.state.phase === 'collecting')
        for (const [place, { result }] of record.state.outputs.entries()) if (result === null) known.delete(itemIdOf(record.id, place))
      const kept = results.filter((result) => isNews(result) && !removed.has(result.id))
      for (const result of kept) noticed.set(result.id, { record, result })
      if (kept.length > 0) takeNoticed()
    },
    recipesChanged: () => {
      inTurn(async () => {
        if (!parts.recipes().beside) return
        await index.markAllUnwritten()
        await flush()
      }).catch(onDefect)
    },
    idle: async () => {
      await ready()
      await working
    },
    close: async () => {
      for (const stop of stopsOfEmptying.values()) stop()
      // Whoever waits for an answer is told so, and no defect is logged.
      closing.abort(new PlainProblem(say('Kiln is closing.')))
      const stopWaiting = clock.setTimer(patienceAtCloseInMs, () => endOfWriting.abort())
      await Promise.allSettled([working, opened])
      stopWaiting()
      await index.close()
    }
  }

  async function collectionWith(id: number): Promise<LibraryCollection> {
    const found = (await index.collections()).find((one) => one.id === id)
    if (found === undefined) throw new PlainProblem(say('This collection is not there any more.'))
    return found
  }
}

async function firstGone(items: readonly StoredItem[]): Promise<string | null> {
  for (const { path } of items) if (!(await isThere(path))) return path
  return null
}
