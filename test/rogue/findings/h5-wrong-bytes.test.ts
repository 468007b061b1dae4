import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openRogueSetup, type RogueSetup, describeTask, waitForRogueCondition } from '../open-rogue-setup.ts'
import { textCapabilityId } from '../service-state.ts'
import { type ContentCoding, createFileFault, type StoragePersonality } from '../personality.ts'
import { resultPaths } from '../../integration/result-paths.ts'

/** Submits one task and waits until it is done. Returns the SHA-256 digests of its correct results. */
async function collectOne(setup: RogueSetup, capability?: string): Promise<readonly string[]> {
  const task = await (capability === undefined ? setup.ask() : setup.ask({}, capability))
  await setup.until(task.id, 'done')
  return setup.known(task.id)?.outputs[0]?.sha256 ?? []
}

describe('H5a: a result that ends early without a length', () => {
  it('is downloaded again until it’s complete', async () => {
    const torn = createFileFault({ does: { kind: 'torn', atByte: 40_000, saysLength: false }, until: { is: 'downloads', count: 2 } })
    const setup = await openRogueSetup({ storage: { images: 'large-png', faults: [torn] } })
    const made = await collectOne(setup)
    expect(await setup.savedDigests()).toEqual(made)
  })

  it('is requested from a new address, and saved incomplete if every download ends early', async () => {
    const torn = createFileFault({ does: { kind: 'torn', atByte: 40_000, saysLength: false } })
    const setup = await openRogueSetup({ query: { addresses: 'new-path' }, storage: { images: 'large-png', faults: [torn] } })
    const task = await setup.ask()
    const done = await setup.until(task.id, 'done')
    expect((await resultPaths(setup.studio, done)).map((path) => existsSync(path))).toEqual([true])
    // One query returned the first URL, and at least one more returned a new URL.
    expect(setup.callsTo('query')).toBeGreaterThan(1)
    expect(setup.callsTo('download')).toBeGreaterThan(1)
  })
})

describe('H5b: a file that is replaced between two ranges', () => {
  it.each<[string, StoragePersonality['range']]>([
    ['with other validators and If-Range is ignored', 'ignores-if-range'],
    ['without any validator', 'no-validator']
  ])('is never spliced from both versions if the rest comes %s', async (_, range) => {
    const replaced = createFileFault({ does: { kind: 'replaced', atByte: 70_000 } })
    const setup = await openRogueSetup({ storage: { images: 'large-png', range, faults: [replaced] } })
    const versions = await collectOne(setup)
    const [saved] = await setup.savedDigests()
    expect(versions).toHaveLength(2)
    expect(versions).toContain(saved)
  })
})

describe('H5c: a result stored with a Content-Encoding', () => {
  it.each<ContentCoding>([
    'gzip',
    'deflate',
    'br',
    'zstd',
    'aws-chunked',
    'gzip-aws-chunked',
    'framed-aws-chunked',
    'unpacked-gzip',
    'utf-8',
    'binary'
  ])('is saved decoded: %s', async (coding) => {
    const setup = await openRogueSetup({ storage: { images: 'large-png', coding } })
    const made = await collectOne(setup)
    expect(await setup.savedDigests()).toEqual(made)
  })
})

describe('H5d: an address that ends in .part', () => {
  it.each(['png', 'unknown'] as const)('leads to a saved file when the task is done (%s)', async (images) => {
    const setup = await openRogueSetup({ storage: { images, extension: 'part', declaredType: 'image/png' } })
    const made = await collectOne(setup)
    expect(await setup.savedDigests()).toEqual(made)
  })
})

describe('H5e: an address with a program’s extension', () => {
  it.each(['exe', 'bat'] as const)('leads to a file without the extension .%s', async (extension) => {
    const setup = await openRogueSetup({ storage: { images: 'unknown', extension, declaredType: 'image/png' } })
    const task = await setup.ask()
    const done = await setup.until(task.id, 'done')
    const names = done.results.map(({ fileName }) => fileName)
    expect(names).toHaveLength(1)
    expect(names.map((name) => extname(name).toLowerCase())).not.toContain(`.${extension}`)
  })
})

describe('H5f: results from unusual storage', () => {
  it.each<[string, Partial<StoragePersonality>]>([
    ['206 to a request without a range', { range: 'always-206' }],
    ['203', { range: 'status-203' }]
  ])('are saved if storage responds with %s', async (_, storage) => {
    const setup = await openRogueSetup({ storage })
    const made = await collectOne(setup)
    expect(await setup.savedDigests()).toEqual(made)
  })

  it.each(['text', 'subtitles', 'json'] as const)('are saved if they are %s', async (texts) => {
    const setup = await openRogueSetup({ storage: { texts } })
    const task = await setup.ask({}, textCapabilityId)
    await waitForRogueCondition(
      () => setup.phaseOf(task.id) === 'done',
      () => describeTask(setup, task.id)
    )
    expect(await setup.savedDigests()).toEqual(setup.known(task.id)?.outputs[0]?.sha256)
  })
})
