import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHttpClient } from '../../../../electron/service/http-client.ts'
import type { ResultWriter } from '../../../../electron/tasks/ports.ts'
import { createResultWriter } from '../../../../electron/library/downloads/save-result.ts'
import { writePartMetadata } from '../../../../electron/library/downloads/part-file.ts'
import { probeFile } from '../../../../electron/uploads/probe-file.ts'
import { resultName } from '../../../../shared/library/result-name.ts'
import { serveHttp } from '../../service/local-server.ts'
import type { LocalServer } from '../../service/local-server.ts'
import { sampleTask } from '../../tasks/machine/sample-task.ts'
import { foldings, simulateNameFolding } from '../simulate-name-folding.ts'
import { mountCaseInsensitiveDisk } from './case-insensitive-disk.ts'

const pictures: Buffer[] = []
const http = createHttpClient()
let server: LocalServer
let folder: string
/** Callbacks that send the second half of a response. Called when `downloadsAtOnce` downloads have received their first half. */
let halves: (() => void)[]
let ranges: (string | undefined)[]
let downloadsAtOnce = 1

beforeAll(async () => {
  for (const background of ['#c8a58a', '#335577', '#99cc33'])
    pictures.push(
      await sharp({ create: { width: 200, height: 150, channels: 3, background } })
        .png({ compressionLevel: 0 })
        .toBuffer()
    )
  server = await serveHttp((request, response) => {
    ranges.push(request.headers.range)
    const number = /\d/.exec(request.url ?? '')?.[0]
    if (number === undefined) response.writeHead(404).end()
    else answerInHalves(Number(number), request.headers.range, response)
  })
})
afterAll(async () => {
  await http.close()
  await server.close()
})
beforeEach(() => {
  halves = []
  ranges = []
  downloadsAtOnce = 1
})

function answerInHalves(number: number, range: string | undefined, response: ServerResponse): void {
  const picture = pictures[number] as Buffer
  const first = Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
  const rangeHeaders = { 'content-range': `bytes ${first}-${picture.length - 1}/${picture.length}` }
  response.writeHead(first > 0 ? 206 : 200, {
    etag: `"${number}"`,
    'content-length': picture.length - first,
    ...(first > 0 && rangeHeaders)
  })
  const middle = Math.max(first, Math.floor(picture.length / 2))
  response.write(picture.subarray(first, middle))
  halves.push(() => response.end(picture.subarray(middle)))
  if (halves.length >= downloadsAtOnce) for (const finish of halves.splice(0)) finish()
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

function newKeeper(): ResultWriter {
  return createResultWriter({ folder: () => folder, stateOfFolder: async () => 'ready', http, probeFile })
}

/** Saves image `number`, the result of task `number`, as `name`. */
function keep(keeper: ResultWriter, name: string, number: number) {
  const of = { record: { ...sampleTask(), id: `task-${number}` }, index: 0 }
  return keeper.save({ url: `${server.origin}/${number}.png`, stem: join(folder, name), expectedMedium: 'image', of })
}

async function outcomeOf(ends: readonly Awaited<ReturnType<typeof keep>>[]): Promise<readonly string[]> {
  return Promise.all(
    ends.map(async (end, number) => {
      if (!end.ok) return `not saved: ${end.fault.message}`
      const isRecorded = end.file.sha256 === sha256(await readFile(end.file.path))
      return isRecorded && end.file.sha256 === sha256(pictures[number] as Buffer) ? 'right' : 'wrong'
    })
  )
}

const spellings: readonly (readonly [string, readonly string[]])[] = [
  ['case', ['A-red-Fox', 'a-red-fox', 'A-RED-FOX']],
  ['Unicode normalisation', ['caf\u00e9', 'cafe\u0301', 'CAFE\u0301']],
  ['full case folding', ['stra\u00dfe', 'STRASSE', 'strasse']],
  ['the case of a name that Windows reserves', ['com\u00b9', 'COM\u00b9', 'Com\u00b9'].map((title) => nameOf(title))],
  ['the case of a device name', ['con', 'CON', 'Con'].map((title) => nameOf(title))]
]

function nameOf(title: string): string {
  return resultName({ capability: 'face-swap', title, index: 0, count: 1, at: 0 }, '{words}')
}

function itKeepsNamesApart(): void {
  it.each(spellings)(
    'keeps three results apart that are downloaded at the same time and whose names differ in %s',
    async (_what, names) => {
      downloadsAtOnce = 3
      const keeper = newKeeper()
      const ends = await Promise.all(names.map((name, number) => keep(keeper, name, number)))
      expect(await outcomeOf(ends)).toEqual(['right', 'right', 'right'])
      const listed = await readdir(folder)
      expect(listed).toHaveLength(3)
      expect(listed.filter((name) => !name.endsWith('.png'))).toEqual([])
    }
  )

  it.each(spellings)(
    'neither resumes nor removes another output’s part if the names differ in %s',
    async (_what, [name = '', other = '']) => {
      const part = join(folder, `${name}.part`)
      const half = (pictures[0] as Buffer).subarray(0, 1_000)
      await writeFile(part, half)
      const note = {
        of: 'task-0.1',
        address: `${server.origin}/0.png`,
        etag: '"0"',
        lastModified: null,
        totalBytes: null,
        contentType: null,
        encoding: null
      }
      await writePartMetadata(`${part}.json`, note)
      const end = await keep(newKeeper(), other, 1)
      expect(end).toMatchObject({ ok: true, file: { sha256: sha256(pictures[1] as Buffer) } })
      await newKeeper().discardPart(join(folder, other), { record: { ...sampleTask(), id: 'task-1' }, index: 0 })
      expect(await readFile(part)).toEqual(half)
      // Task 0, which owns the partial file, can still resume its download.
      expect(await outcomeOf([await keep(newKeeper(), name, 0)])).toEqual(['right'])
      expect((await readdir(folder)).filter((entry) => !entry.endsWith('.png'))).toEqual([])
    }
  )

  it.each(spellings)('reserves no name that differs only in %s from a saved or reserved one', async (_what, [name = '', other = '']) => {
    const request = { capability: 'face-swap', title: name, index: 0, count: 1, at: 0, isTaken: () => false }
    const keeper = createResultWriter({
      folder: () => folder,
      stateOfFolder: async () => 'ready',
      http,
      probeFile,
      nameRule: () => '{words}'
    })
    const stem = await keeper.reserve(request)
    const promised = await keeper.reserve({ ...request, title: other })
    expect(basename(promised)).toMatch(/ \(2\)$/)
    await writeFile(`${stem}.png`, '')
    const later = createResultWriter({
      folder: () => folder,
      stateOfFolder: async () => 'ready',
      http,
      probeFile,
      nameRule: () => '{words}'
    })
    expect(basename(await later.reserve({ ...request, title: other }))).toMatch(/ \(2\)$/)
  })
}

describe.each(Object.entries(foldings))('on a disk that treats names as equal %s', (_name, fold) => {
  let unfold: () => void
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kiln-folded-'))
    unfold = simulateNameFolding(folder, fold)
    return async () => {
      unfold()
      await rm(folder, { recursive: true, force: true })
    }
  })
  itKeepsNamesApart()

  it('finds its own file under the disk’s spelling if the address is dead', async () => {
    await writeFile(join(folder, 'A-RED-FOX.png'), pictures[0] as Buffer)
    const end = await newKeeper().save({ url: `${server.origin}/gone`, stem: join(folder, 'a-red-fox'), expectedMedium: 'image' })
    expect(end).toMatchObject({ ok: true, file: { sha256: sha256(pictures[0] as Buffer) } })
  })
})

describe('on a disk that distinguishes all names', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kiln-exact-'))
    return () => rm(folder, { recursive: true, force: true })
  })
  itKeepsNamesApart()

  it('resumes a part whose metadata is from an earlier version and names no output', async () => {
    await writeFile(join(folder, 'fox.part'), (pictures[0] as Buffer).subarray(0, 1_000))
    const note = { address: `${server.origin}/0.png`, etag: '"0"', lastModified: null, totalBytes: null, contentType: null }
    await writeFile(join(folder, 'fox.part.json'), JSON.stringify(note))
    expect(await outcomeOf([await keep(newKeeper(), 'fox', 0)])).toEqual(['right'])
    expect(ranges).toEqual(['bytes=1000-'])
  })

  it('saves an output once if it’s requested several times at once', async () => {
    const keeper = newKeeper()
    const [one, other] = await Promise.all([keep(keeper, 'fox', 0), keep(keeper, 'fox', 0), keep(keeper, 'fox', 0)])
    expect(one.ok && one.file.path).toBe(join(folder, 'fox.png'))
    expect(other).toEqual(one)
    expect(await readdir(folder)).toEqual(['fox.png'])
  })
})

const disk = mountCaseInsensitiveDisk()
afterAll(() => (typeof disk === 'string' ? undefined : disk.unmount()))

describe.skipIf(typeof disk === 'string')(`on NTFS that ignores case${typeof disk === 'string' ? ` (skipped: ${disk})` : ''}`, () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(typeof disk === 'string' ? tmpdir() : disk.folder, 'kiln-'))
  })
  itKeepsNamesApart()
})
