import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { mapConcurrent } from '../../electron/library/map-concurrent.ts'
import { pathExists } from '../../electron/library/unique-path.ts'
import { newOutput } from '../../electron/tasks/machine/refresh-result-urls.ts'
import type { SavedResult, TaskRecord } from '../../electron/tasks/machine/task-record.ts'
import { practiceConnectionId } from '../../electron/accounts/connections.ts'
import { itemIdOf } from '../../shared/library/item-id.ts'
import { sampleTask } from '../electron/tasks/machine/sample-task.ts'
import { connectToPracticeService } from './library.ts'
import { drawPictures, type BenchImage } from './library-fixture.ts'
import { indexItems, insertTasks, writeResult } from './stored-tasks.ts'

/** Increment to discard the existing data folders and rebuild them. */
const version = 1
const root = join(tmpdir(), 'kiln-bench-stage')
/** A form of the practice service. Its runs are in the data folder of `createStageFixture`. */
export type BenchForm = { readonly id: string; readonly title: string }
export const firstForm: BenchForm = { id: 'imgmodel-image-generator', title: 'Image generator' }
export const secondForm: BenchForm = { id: 'imgmodel-3-0-image-generator', title: 'Image generator 3.0' }
/** The form with one run of twelve large images. */
export const largeForm: BenchForm = { id: 'outpainting', title: 'Outpainting' }
export const runsPerForm = 500
export const largeFormImageCount = 12
const outputsPerRun = 4
const filesAtOnce = 64
const minuteInMs = 60_000
/**
 * Images of normal results and of 4K results. `pixels`: pixels per image. `seeds`: seeds of the images, all in 16:9. Each result is a
 * unique file with one of these images.
 */
const normal = { pixels: 1280 * 720, seeds: [3, 9] }
const large = { pixels: 3840 * 2160, seeds: [3, 9, 15] }
const sizes = ['1024*1024', '1280*720', '720*1280'] as const

/** Returns a data folder without tasks, connected to the practice service. Later runs reuse it. */
export async function createEmptyFixture(): Promise<string> {
  return createOnce('empty', () => Promise.resolve())
}

/**
 * Returns a data folder with two forms that have 500 runs each. It also has one run of twelve 4K images. The tasks and their results are
 * written directly, because sending them would take an hour. Later runs reuse the folder.
 */
export async function createStageFixture(): Promise<string> {
  return createOnce('full', addRuns)
}

/**
 * Returns a data folder that is connected to the practice service. Its sidebar contains the benchmark's forms. If the folder doesn't exist
 * yet, creates it and calls `fill`.
 */
async function createOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(root, `${version}-${name}`)
  const mark = join(folder, 'made')
  if (await pathExists(mark)) return folder
  await rm(folder, { recursive: true, force: true })
  await connectToPracticeService(folder, addToSidebar)
  await fill(folder)
  await writeFile(mark, '')
  return folder
}

async function addRuns(folder: string): Promise<void> {
  const [library, cache] = [join(folder, 'library'), join(folder, 'thumbnails')]
  for (const needed of [library, cache]) await mkdir(needed, { recursive: true })
  const pictures = await drawPictures(normal.seeds, normal.pixels)
  const largePictures = await drawPictures(large.seeds, large.pixels)
  const places = Array.from({ length: runsPerForm }, (_, place) => place)
  const runs = [firstForm, secondForm].flatMap(({ id }) =>
    places.map((place) => runOf({ library, capability: id, place, pictures, outputs: outputsPerRun }))
  )
  runs.push(runOf({ library, capability: largeForm.id, place: runsPerForm, pictures: largePictures, outputs: largeFormImageCount }))
  const items = await mapConcurrent(
    filesAtOnce,
    runs.flatMap(({ record, files }) => files.map((file) => ({ record, ...file }))),
    async ({ record, result, bytes, thumbnail }) => {
      await writeFile(join(cache, `${result.sha256}.webp`), thumbnail)
      return writeResult(record, result, bytes)
    }
  )
  indexItems(join(folder, 'library.sqlite'), items)
  const database = new DatabaseSync(join(folder, 'journal.db'))
  insertTasks(
    database,
    runs.map(({ record }) => record)
  )
  database.close()
}

/** Returns the files of the twelve large images in a data folder. */
export function largeImagePaths(folder: string): readonly string[] {
  return Array.from({ length: largeFormImageCount }, (_, index) => pathOf(join(folder, 'library'), largeForm.id, runsPerForm, index))
}

function pathOf(library: string, capability: string, place: number, index: number): string {
  return join(library, `${capability}-${place}-${index}.jpg`)
}

type ResultFile = { readonly result: SavedResult; readonly bytes: Buffer; readonly thumbnail: Buffer }
type Run = { readonly record: TaskRecord; readonly files: readonly ResultFile[] }

function runOf(run: {
  readonly library: string
  readonly capability: string
  /** Position among the form's runs, oldest first. */
  readonly place: number
  readonly pictures: readonly BenchImage[]
  readonly outputs: number
}): Run {
  const { library, capability, place, pictures } = run
  const id = `${capability}-${place}`
  const createdAt = Date.now() - (runsPerForm + 1 - place) * 5 * minuteInMs
  const prompt = `A harbour at ${place % 12} o’clock, number ${place}, with ${place % 7} boats and the light of a morning in autumn`
  const values = { prompt, imageNum: String(outputsPerRun), size: sizes[place % sizes.length] ?? sizes[0] }
  const files = Array.from({ length: run.outputs }, (_, index): ResultFile => {
    const picture = pictures[index % pictures.length]
    if (picture === undefined) throw new Error('The image doesn’t exist.')
    // Decoders ignore the bytes after the end of a JPEG. These bytes make each file unique.
    const bytes = Buffer.concat([picture.bytes, Buffer.from(` ${id} ${index}`)])
    const result: SavedResult = {
      id: itemIdOf(id, index),
      index,
      path: pathOf(library, capability, place, index),
      contentType: 'image/jpeg',
      medium: 'image',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      width: picture.width,
      height: picture.height,
      savedAt: createdAt + 30_000
    }
    return { result, bytes, thumbnail: picture.thumbnail }
  })
  const outputs = files.map(({ result }) =>
    newOutput(`https://files.example/${result.id}.jpg`, result.path.slice(0, -'.jpg'.length), result.index, { result })
  )
  const record = sampleTask({
    id,
    connectionId: practiceConnectionId,
    capability,
    title: prompt,
    values,
    idempotencyKey: `key-${id}`,
    taskId: `service-${id}`,
    body: JSON.stringify(values),
    status: 'completed',
    credits: { estimated: 20, required: 20, consumed: 20, usageDeferred: null, state: 'charged' },
    createdAt,
    submittedAt: createdAt + 1_000,
    acceptedAt: createdAt + 2_000,
    finishedAt: createdAt + 30_000,
    state: { phase: 'done', outputs }
  })
  return { record, files }
}

async function addToSidebar(page: Page): Promise<void> {
  const favourites = [firstForm, secondForm, largeForm].map(({ id }) => id)
  const outcome = await page.evaluate((ids) => window.kiln.request('settings.change', { favourites: ids }), favourites)
  if (!outcome.ok) throw new Error(outcome.message)
}
