import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHttpClient } from '../../../../electron/service/http-client.ts'
import { createResultWriter } from '../../../../electron/library/downloads/save-result.ts'
import { probeFile } from '../../../../electron/uploads/probe-file.ts'
import { serveHttp } from '../../service/local-server.ts'
import type { LocalServer } from '../../service/local-server.ts'
import { sampleTask } from '../../tasks/machine/sample-task.ts'
import { anItem } from '../an-item.ts'
import { originalDigest } from '../original-digest.ts'
import { disableHardLinks } from './disable-hard-links.ts'
import { freezeDiskAtStep } from './frozen-disk.ts'

let server: LocalServer
let isAddressDead = false
let picture: Buffer
let sha256: string
let folder: string
let hasRecipe: boolean
let lives = 0

beforeAll(async () => {
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c8a58a' } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  sha256 = digestOf(picture)
  server = await serveHttp((request, response) => {
    if (isAddressDead) return response.writeHead(404).end()
    const first = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const range = { 'content-range': `bytes ${first}-${picture.length - 1}/${picture.length}` }
    response.writeHead(first > 0 ? 206 : 200, { etag: '"one"', 'content-length': picture.length - first, ...(first > 0 && range) })
    // Sends the image in two pieces, so that a partial file exists for a moment.
    const middle = Math.max(first, Math.floor(picture.length / 2))
    response.write(picture.subarray(first, middle), () => response.end(picture.subarray(middle)))
  })
})
afterAll(() => server.close())
beforeEach(() => {
  isAddressDead = false
  hasRecipe = false
})

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

const disks = [
  ['with hard links', null, false],
  ['without hard links', 'EPERM', false],
  ['without hard links under Windows', 'EISDIR', false],
  ['with hard links, with an embedded recipe', null, true],
  ['without hard links, with an embedded recipe', 'EPERM', true]
] as const

type Life = 'ended' | 'killed'
type KeepEnd = Awaited<ReturnType<ReturnType<typeof createResultWriter>['save']>>

/** Saves the image until the disk freezes at step `lastStep`. If `lastStep` is null, saves the whole image. */
async function live(lastStep: number | null): Promise<{ life: Life; end: KeepEnd | null }> {
  const http = createHttpClient()
  const disk = lastStep === null ? null : freezeDiskAtStep(lastStep)
  const controller = new AbortController()
  lives += 1
  // The recipe differs slightly in each attempt.
  const { recipe } = anItem({ id: 'task-1.1', prompt: 'a vase' }, { contract: `contract ${lives}` })
  const keeper = createResultWriter({
    folder: () => folder,
    stateOfFolder: async () => 'ready',
    http,
    probeFile,
    recipeFor: () => (hasRecipe ? recipe : null)
  })
  const keeping = keeper.save({
    url: `${server.origin}/a.png`,
    stem: join(folder, 'result'),
    expectedMedium: 'image',
    of: { record: sampleTask(), index: 0 },
    signal: controller.signal
  })
  const end = await Promise.race(disk === null ? [keeping] : [keeping, disk.stopped])
  controller.abort()
  await disk?.thaw()
  await http.close()
  return end === 'stopped' ? { life: 'killed', end: null } : { life: 'ended', end }
}

/** Returns the name and the state of each file in the folder, except partial files. */
async function shown(): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.includes('.part')).toSorted()
  return Promise.all(names.map(async (name) => `${name}: ${await whatIs(join(folder, name))}`))
}

async function whatIs(path: string): Promise<string> {
  const content = await readFile(path)
  if (content.length === 0) return 'empty'
  const isWhole = hasRecipe ? originalDigest(path) === sha256 : content.equals(picture)
  return isWhole ? 'whole' : content.toString('latin1').slice(0, 40)
}

/** Waits for a save and returns a summary of its outcome. By default, saves the whole image. */
async function outcome(life: () => Promise<{ end: KeepEnd | null }> = () => live(null)): Promise<string> {
  const { end } = await life()
  if (end?.ok !== true) return `not saved: ${end?.fault.message}`
  const { path, bytes, medium } = end.file
  const content = await readFile(path)
  const isRight = end.file.sha256 === digestOf(content) && bytes === content.length && medium === 'image'
  const parts = (await readdir(folder)).filter((name) => name.includes('.part'))
  return [`saved ${isRight ? 'correctly' : 'incorrectly'} as ${basename(path)}`, ...(await shown()), ...parts].join(', ')
}

async function afterReboot(): Promise<void> {
  for (const name of await readdir(folder)) if (name.endsWith('.part')) await utimes(join(folder, name), new Date(0), new Date(0))
}

/** Calls `look` after a kill at each step. Returns the distinct results without null, including the outcome of a run without a kill. */
async function outcomesAtEachStep(code: string | null, look: () => Promise<string | null>): Promise<string[]> {
  const allowLinks = code === null ? () => undefined : disableHardLinks(code)
  const outcomes = new Set<string>()
  try {
    for (let step = 1; ; step += 1) {
      folder = await mkdtemp(join(tmpdir(), 'kiln-steps-'))
      const lived = await live(step)
      const isEnd = lived.life === 'ended'
      const words = isEnd ? await outcome(() => Promise.resolve(lived)) : await look()
      if (words !== null) outcomes.add(words)
      await rm(folder, { recursive: true, force: true })
      if (isEnd) return step > 15 ? [...outcomes] : ['too few steps']
    }
  } finally {
    allowLinks()
  }
}

const allIsWell = 'saved correctly as result.png, result.png: whole'
const besideAPerson = (content: string) => `saved correctly as result (2).png, result (2).png: whole, result.png: ${content}`

describe.each(disks)('a result that is saved on a disk %s', (_name, code, isToHaveRecipe) => {
  /** Interval between the tested steps of the second kill. Testing every pair of steps would take too long. */
  const stride = isToHaveRecipe ? 11 : 5

  beforeEach(() => {
    hasRecipe = isToHaveRecipe
  })

  it('is saved once and complete after a kill at any step, and is never shown torn', async () => {
    const afterKills = new Set<string>()
    const outcomes = await outcomesAtEachStep(code, async () => {
      for (const words of await shown()) afterKills.add(words)
      return outcome()
    })
    expect(outcomes).toEqual([allIsWell])
    expect([...afterKills].toSorted()).toEqual(code === null ? ['result.png: whole'] : ['result.png: empty', 'result.png: whole'])
  })

  it('is saved once and complete, even after a machine restart in between', async () => {
    const outcomes = await outcomesAtEachStep(code, async () => {
      await afterReboot()
      return outcome()
    })
    expect(outcomes).toEqual([allIsWell])
  })

  it('is saved once and complete, even after a second kill at any step', async () => {
    let isReboot = false
    const outcomes = await outcomesAtEachStep(code, async () => {
      for (let step = 1; (await live(step)).life === 'killed'; step += stride) {
        isReboot = !isReboot
        if (isReboot) await afterReboot()
      }
      return outcome()
    })
    expect(outcomes).toEqual([allIsWell])
  })

  it('isn’t lost if it already has its name and its address is dead', async () => {
    const outcomes = await outcomesAtEachStep(code, async () => {
      await afterReboot()
      if ((await shown()).length === 0) return null
      isAddressDead = true
      const words = await outcome()
      isAddressDead = false
      return words
    })
    expect(outcomes).toEqual([allIsWell])
  })

  it('uses the second name if the user has a file of the first, and leaves that file alone', async () => {
    const outcomes = await outcomesAtEachStep(code, async () => {
      // If the result already has its first name, the user can't have a file with that name.
      if ((await shown()).length > 0) return null
      await writeFile(join(folder, 'result.png'), 'mine')
      for (let step = 1; (await live(step)).life === 'killed'; step += stride) if (step % 2 === 1) await afterReboot()
      return outcome()
    })
    expect(outcomes.toSorted()).toEqual([besideAPerson('mine'), allIsWell].toSorted())
  })

  it('leaves a user’s empty file alone', async () => {
    const allowLinks = code === null ? () => undefined : disableHardLinks(code)
    folder = await mkdtemp(join(tmpdir(), 'kiln-steps-'))
    await writeFile(join(folder, 'result.png'), '')
    const words = await outcome()
    allowLinks()
    await rm(folder, { recursive: true, force: true })
    expect(words).toBe(besideAPerson('empty'))
  })
})

describe.each([
  ['with hard links', null],
  ['without hard links', 'EPERM']
] as const)('a result on a disk %s', (_name, code) => {
  it.each([
    ['only on the second attempt', false],
    ['only on the first attempt', true]
  ])('is saved once if it gets a recipe %s', async (_when, hasRecipeFirst) => {
    const outcomes = new Set<string>()
    hasRecipe = hasRecipeFirst
    await outcomesAtEachStep(code, async () => {
      hasRecipe = !hasRecipeFirst
      const { end } = await live(null)
      outcomes.add(
        `${end?.ok === true && end.file.sha256 === digestOf(await readFile(end.file.path))} ${(await readdir(folder)).join(', ')}`
      )
      hasRecipe = hasRecipeFirst
      return null
    })
    expect([...outcomes]).toEqual(['true result.png'])
  })
})
