import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import type { Batch } from '../../shared/form/batch/batch.ts'
import { itemIdOf } from '../../shared/library/item-id.ts'
import { newOutput } from '../../electron/tasks/machine/refresh-result-urls.ts'
import type { SavedResult, TaskRecord, TaskState } from '../../electron/tasks/machine/task-record.ts'
import { journalMigrations } from '../../electron/tasks/journal/migrations.ts'
import { mapConcurrent } from '../../electron/library/map-concurrent.ts'
import { pathExists } from '../../electron/library/unique-path.ts'
import { sampleTask } from '../electron/tasks/machine/sample-task.ts'
import { indexItems, insertTasks, writeResult } from './stored-tasks.ts'

/** Increment to discard the existing history and rebuild it. */
const version = 2
export const historyTaskCount = 100_000
export const historyFileCount = 50_000
/** Number of unfinished tasks, by state. */
const running = 400
const unconfirmed = 100
const asking = 100
const rowsOfStoppedBatch = 500
const rowsOfBatch = 200
const withSupport = 50
/** Every tenth task without a file is cancelled, except unfinished tasks. */
const oneInTen = 10
const minute = 60_000
const filesAtOnce = 64
const capability = 'imgmodel-image-generator'
const root = join(tmpdir(), 'kiln-bench-history', `${version}-${historyTaskCount}-${historyFileCount}`)
const dataDir = join(root, 'data')
export const historyLibraryDir = join(root, 'library')

export type HistoryOptions = {
  /** False if the library index is missing, as after an upgrade or a restored backup. */
  readonly isIndexed: boolean
}

/**
 * Returns a data folder like one that has been used for years. It has 100,000 tasks, 50,000 files with sidecars, and hundreds of unfinished
 * tasks. The data is created once. Each call resets the folder.
 */
export async function prepareLongHistory({ isIndexed }: HistoryOptions): Promise<string> {
  if (!(await pathExists(join(root, 'made')))) await make()
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  await copyFile(join(root, 'journal.db'), join(dataDir, 'journal.db'))
  await copyFile(join(root, 'removed-results.log'), join(dataDir, 'removed-results.log'))
  if (isIndexed) await copyFile(join(root, 'library.sqlite'), join(dataDir, 'library.sqlite'))
  for (const name of await readdir(historyLibraryDir))
    if (!name.startsWith('made-')) await rm(join(historyLibraryDir, name), { recursive: true })
  return dataDir
}

async function make(): Promise<void> {
  const startedAt = performance.now()
  await rm(root, { recursive: true, force: true })
  await mkdir(historyLibraryDir, { recursive: true })
  const picture = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#88aacc' } })
    .jpeg()
    .toBuffer()
  const records = Array.from({ length: historyTaskCount }, (_, place) => recordOf(place, picture))
  writeJournal(records)
  await writeLibrary(records.slice(0, historyFileCount), picture)
  const removed = records.slice(historyFileCount).flatMap(({ id, state }) => (state.phase === 'done' ? [itemIdOf(id, 0)] : []))
  await writeFile(join(root, 'removed-results.log'), removed.map((id) => `-${id}\n`).join(''))
  await writeFile(join(root, 'made'), '')
  process.stderr.write(`Created a history of ${historyTaskCount} tasks in ${Math.round((performance.now() - startedAt) / 1_000)} s.\n`)
}

/**
 * Creates the record of the task at index `place`, oldest first. The oldest tasks have files. Later tasks are cancelled, or the user has
 * deleted their files. The newest tasks aren't finished.
 */
function recordOf(place: number, picture: Buffer): TaskRecord {
  const id = `made-${place}`
  const isOpen = place >= historyTaskCount - (running + unconfirmed + asking + rowsOfStoppedBatch + rowsOfBatch + withSupport)
  // Unfinished tasks are from the last hour, the others from the last year.
  const createdAt = Date.now() - (isOpen ? historyTaskCount - place : (historyTaskCount - place) * 5 * minute + 60 * minute)
  const prompt = `${words[place % words.length]} and ${words[(place * 7) % words.length]} in the light of ${words[(place * 13) % words.length]}, number ${place}`
  const base = sampleTask({
    id,
    title: prompt,
    values: { prompt, imageNum: '1', size: '1024*1024' },
    idempotencyKey: `key-${place}`,
    taskId: `service-${place}`,
    body: JSON.stringify({ prompt, imageNum: '1', size: '1024*1024' }),
    status: 'completed',
    credits: { estimated: 5, required: 5, consumed: 5, usageDeferred: null, state: 'charged' },
    polls: 4,
    createdAt,
    submittedAt: createdAt + 1_000,
    acceptedAt: createdAt + 2_000,
    finishedAt: createdAt + 30_000
  })
  if (isOpen) return openRecord(base, historyTaskCount - 1 - place)
  if (place >= historyFileCount && place % oneInTen === 0) return { ...base, ...unsent, state: { phase: 'cancelled' } }
  return { ...base, state: { phase: 'done', outputs: [outputOf(id, createdAt, bytesOf(picture, place))] } }
}

function outputOf(id: string, createdAt: number, bytes: Buffer): ReturnType<typeof newOutput> {
  const path = join(historyLibraryDir, `${id}.jpg`)
  const result: SavedResult = {
    id: itemIdOf(id, 0),
    index: 0,
    path,
    contentType: 'image/jpeg',
    medium: 'image',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    width: 16,
    height: 16,
    savedAt: createdAt + 30_000
  }
  return newOutput(`https://files.example/${id}.jpg`, path.slice(0, -'.jpg'.length), 0, { result })
}

function openRecord(base: TaskRecord, place: number): TaskRecord {
  const kinds: readonly (readonly [number, (row: number) => Partial<TaskRecord> & { readonly state: TaskState }])[] = [
    [running, () => ({ state: { phase: 'running', notBefore: 0, faultsInARow: 0, doubtedSince: null } })],
    [
      unconfirmed,
      () => ({
        ...unanswered,
        inDoubt: true,
        state: { phase: 'unconfirmed', since: base.createdAt, mayResend: true, isRestored: false, notBefore: 0, looks: 0 }
      })
    ],
    [asking, () => ({ ...unsent, state: { phase: 'held', reason: null, question: { kind: 'price', before: 5, now: 9 } } })],
    [rowsOfStoppedBatch, (row) => ({ ...unsent, ...rowOf('stopped', row), state: { phase: 'queued', notBefore: 0, tries: 0 } })],
    [rowsOfBatch, (row) => ({ ...unsent, ...rowOf('moving', row), state: { phase: 'queued', notBefore: 0, tries: 0 } })],
    [withSupport, () => ({ state: { phase: 'support', recheck: null, outputs: [] } })]
  ]
  let row = place
  for (const [count, changes] of kinds) {
    if (row < count) return { ...base, finishedAt: null, ...changes(row) }
    row -= count
  }
  return base
}

const unanswered = { taskId: null, acceptedAt: null, status: null, polls: 0 } as const
const unsent = {
  ...unanswered,
  body: null,
  submittedAt: null,
  credits: { estimated: 5, required: null, consumed: null, usageDeferred: null, state: 'not-sent' }
} as const

function rowOf(id: string, row: number): Pick<TaskRecord, 'batch'> {
  return { batch: { id, row: row + 1, name: { code: 'row', params: { row: row + 1 } }, cell: null } }
}

function batchOf(id: string, count: number, isStopped: boolean): Batch {
  const credits = { known: count * 5, unknownRows: 0 }
  return {
    id,
    connectionId: 'default',
    capability,
    title: { code: 'text', params: { text: `${count} rows` } },
    way: 'table',
    axes: [],
    count,
    credits,
    isStopped,
    createdAt: Date.now()
  }
}

function writeJournal(records: readonly TaskRecord[]): void {
  const database = new DatabaseSync(join(root, 'journal.db'))
  database.exec(`PRAGMA synchronous = OFF; ${journalMigrations.join(';')}; PRAGMA user_version = ${journalMigrations.length}`)
  const insertBatch = database.prepare('INSERT INTO batches (id, connection_id, created_at, record) VALUES (?, ?, ?, ?)')
  for (const batch of [batchOf('stopped', rowsOfStoppedBatch, true), batchOf('moving', rowsOfBatch, false)])
    insertBatch.run(batch.id, batch.connectionId, batch.createdAt, JSON.stringify(batch))
  insertTasks(database, records)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

async function writeLibrary(records: readonly TaskRecord[], picture: Buffer): Promise<void> {
  const items = await mapConcurrent(filesAtOnce, records, async (record) => {
    const place = Number(record.id.slice('made-'.length))
    const result = record.state.phase === 'done' ? record.state.outputs[0]?.result : null
    if (result === null || result === undefined) throw new Error('Every task with a file must be done.')
    return writeResult(record, result, bytesOf(picture, place))
  })
  indexItems(join(root, 'library.sqlite'), items)
}

/** Returns the image as a unique file. Decoders ignore the bytes after the end of a JPEG. */
function bytesOf(picture: Buffer, place: number): Buffer {
  return Buffer.concat([picture, Buffer.from(` result ${place}`)])
}

const words = [
  'a celadon vase',
  'a red fox',
  'dunes at noon',
  'a harbour',
  'cobalt glass',
  'a portrait',
  'the sea',
  'a quiet street',
  'wild garlic',
  'an old engine',
  'two herons'
] as const
