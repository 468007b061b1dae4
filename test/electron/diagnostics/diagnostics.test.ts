import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDiagnostics } from '../../../electron/diagnostics/diagnostics.ts'
import { openLog } from '../../../electron/diagnostics/logger.ts'
import { saveFileCopy } from '../../../electron/desktop/dialogs/save-file-copy.ts'
import { openSettings } from '../../../electron/settings/settings.ts'
import type { DiagnosticsPort } from '../../../electron/ipc/ports.ts'
import type { Diagnostics } from '../../../shared/app/diagnostics.ts'
import { defaultNetworkSettings } from '../../../shared/app/network.ts'
import { openSetup, standardImageGenerator, type Setup } from '../../integration/open-setup.ts'
import { readZipTexts } from './read-zip-texts.ts'
import { resultPaths } from '../../integration/result-paths.ts'

const secrets = {
  password: 'the-password-of-ada',
  signature: 'signature-of-an-address',
  bearer: 'sk-a-key-that-stands-in-the-log',
  prompt: 'a private vase'
}

type Told = { readonly diagnostics: DiagnosticsPort; readonly progress: { done: number; total: number }[] }

function open(setup: Setup): Told {
  const kept: { value?: unknown } = {}
  const settings = openSettings({
    section: { read: () => kept.value, write: (value) => void (kept.value = value) },
    defaultLibraryFolder: join(homedir(), 'Pictures', 'Kiln'),
    platform: 'linux',
    onChange: () => undefined
  })
  const pacUrl = `http://ada:${secrets.password}@wpad.example/proxy.pac?token=${secrets.signature}`
  settings.change({ theme: 'dark', network: { ...defaultNetworkSettings, way: 'pac', pacUrl } })
  const progress: Told['progress'] = []
  const diagnostics = createDiagnostics({
    dataDir: setup.dataDir,
    crashDumps: join(setup.folder, 'crashes'),
    versions: {
      Kiln: '1.2.3',
      Electron: '45.4.1',
      Chromium: null,
      Node: process.versions.node,
      SQLite: process.versions['sqlite'] ?? null
    },
    settings: settings.current,
    studio: setup.studio,
    saveCopy: saveFileCopy,
    onProgress: (one) => progress.push(one)
  })
  return { diagnostics, progress }
}

async function make(setup: Setup, count: number): Promise<readonly string[]> {
  const paths: string[] = []
  for (let place = 0; place < count; place += 1) {
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: `${secrets.prompt} ${place}` } })
    paths.push((await resultPaths(setup.studio, await setup.until(task.id, 'done')))[0] ?? '')
  }
  await setup.studio.library.idle()
  return paths
}

describe('diagnostics', () => {
  it('contain versions, sizes and requests', async () => {
    const setup = await openSetup()
    await make(setup, 1)
    await mkdir(join(setup.folder, 'crashes'))
    await writeFile(join(setup.folder, 'crashes', 'one.dmp'), Buffer.alloc(1_234))
    const { versions, sizes, requests, contract, crashDumps } = await open(setup).diagnostics.read()
    expect(versions).toMatchObject({ Kiln: '1.2.3', Electron: '45.4.1' })
    expect(sizes).toMatchObject({ crashDumps: 1_234, logs: 0 })
    for (const part of ['journal', 'desk', 'library'] as const) expect(sizes[part]).toBeGreaterThan(4_000)
    expect(contract).toEqual({
      version: expect.stringMatching(/^\d+\.\d+/) as string,
      digest: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      readAt: expect.any(Number) as number
    })
    expect(crashDumps).toBe(1)
    const submission = requests.find(({ step }) => step === 'submit')
    expect(submission).toMatchObject({
      method: 'POST',
      origin: setup.practice.url,
      path: `/api/v1/${standardImageGenerator}/submit`,
      status: 200,
      code: null,
      requestId: expect.stringMatching(/^req_/)
    })
    expect(submission?.sentBytes).toBeGreaterThan(10)
    expect(submission?.receivedBytes).toBeGreaterThan(10)
    const download = requests.find(({ step }) => step === 'download')
    expect(download?.path).not.toContain('?')
    expect(download?.receivedBytes).toBeGreaterThan(100)
  })

  it('find no faults in intact data, and report progress', async () => {
    const setup = await openSetup()
    await make(setup, 3)
    const { diagnostics, progress } = open(setup)
    expect(await diagnostics.check()).toEqual({
      databases: ['journal', 'desk', 'library'].map((name) => ({ name, faults: [] })),
      results: { total: 3, looked: 3, changed: [], missing: [] },
      isStopped: false
    })
    expect(progress).toEqual([1, 2, 3].map((done) => ({ done, total: 3 })))
  })

  it('find changed and missing results without modifying anything', async () => {
    const setup = await openSetup()
    const [first = '', second = '', third = ''] = await make(setup, 3)
    await truncate(first, 10)
    await rename(second, `${second}.away`)
    const { results } = await open(setup).diagnostics.check()
    expect(results).toEqual({ total: 3, looked: 3, changed: [basename(first)], missing: [basename(second)] })
    expect((await readFile(first)).length).toBe(10)
    expect((await readFile(third)).length).toBeGreaterThan(10)
  })

  it('find a damaged workspace and leave the index unchanged', async () => {
    const setup = await openSetup()
    await make(setup, 1)
    await writeFile(join(setup.dataDir, 'desk.sqlite-wal'), '')
    await writeFile(join(setup.dataDir, 'desk.sqlite'), Buffer.alloc(8_192, 0x2a))
    const { databases } = await open(setup).diagnostics.check()
    expect(databases.find(({ name }) => name === 'desk')?.faults.length).toBeGreaterThan(0)
    expect(databases.filter(({ name }) => name !== 'desk').flatMap(({ faults }) => faults)).toEqual([])
    expect(await setup.studio.library.files()).toHaveLength(1)
  })

  it('stop when the user stops them', async () => {
    const setup = await openSetup()
    await make(setup, 2)
    const told = open(setup)
    const looking = told.diagnostics.check()
    expect(told.diagnostics.check()).toBe(looking)
    told.diagnostics.stopCheck()
    expect(await looking).toMatchObject({ isStopped: true, results: { looked: 0, total: 2 } })
    expect(await told.diagnostics.check()).toMatchObject({ isStopped: false })
  })

  it('are saved in one file without keys, passwords, signed URLs, prompts or the home folder', async () => {
    const setup = await openSetup()
    const log = openLog(join(setup.dataDir, 'logs'))
    log.error('planted', new Error(`Bearer ${secrets.bearer} at https://s.example/r?sig=${secrets.signature} for ${homedir()}/Pictures`))
    setup.practice.faults.add({ on: 'submit', do: { kind: 'fail-task' } })
    const failing = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: secrets.prompt } })
    await setup.until(failing.id, 'failed')
    await make(setup, 1)
    const target = join(await mkdtemp(join(tmpdir(), 'kiln-zip-')), 'diagnostics.zip')
    onTestFinished(() => rm(join(target, '..'), { recursive: true, force: true }))
    await open(setup).diagnostics.saveAll(target, { withCrashDumps: false })

    const files = readZipTexts(await readFile(target))
    expect([...files.keys()].toSorted()).toEqual([
      'journal.json',
      'logs/kiln.log',
      'requests.json',
      'settings.json',
      `tasks/${failing.id}.txt`,
      'versions-and-sizes.json'
    ])
    const all = [...files.values()].join('\n')
    expect(all).toContain('planted')
    expect(all).toContain('"way": "pac"')
    expect(all).toContain('"failed": 1')
    expect(all).toContain('wpad.example/proxy.pac')
    expect(all).toContain(failing.idempotencyKey)
    for (const secret of [...Object.values(secrets), setup.practice.apiKey, homedir()]) expect(all).not.toContain(secret)
    // The temporary folder in the data folder was deleted.
    expect((await readdir(setup.dataDir)).filter((name) => name.startsWith('.diagnostics-'))).toEqual([])
  })

  it('include the five newest crash reports on request, and omit them otherwise', async () => {
    const setup = await openSetup()
    const folder = join(setup.folder, 'crashes', 'pending')
    await mkdir(folder, { recursive: true })
    for (let place = 1; place <= 7; place += 1) {
      const path = join(folder, `crash-${place}.dmp`)
      await writeFile(path, `MDMP ${secrets.prompt} ${place}`)
      await utimes(path, place, place)
    }
    await writeFile(join(folder, 'settings.dat'), 'no report')
    const { diagnostics } = open(setup)
    expect((await diagnostics.read()).crashDumps).toBe(7)
    const target = join(setup.folder, 'diagnostics.zip')
    await diagnostics.saveAll(target, { withCrashDumps: false })
    const without = readZipTexts(await readFile(target))
    expect([...without.keys()].filter((name) => name.startsWith('crashes/'))).toEqual([])
    expect([...without.values()].join('\n')).not.toContain(secrets.prompt)
    await rm(target)
    await diagnostics.saveAll(target, { withCrashDumps: true })
    const files = readZipTexts(await readFile(target))
    const names = [7, 6, 5, 4, 3].map((place) => `crashes/crash-${place}.dmp`)
    expect([...files.keys()].filter((name) => name.startsWith('crashes/'))).toEqual(names)
    expect(files.get('crashes/crash-7.dmp')).toBe(`MDMP ${secrets.prompt} 7`)
  })

  it('name the contract’s version and a digest that changes with its content', async () => {
    const setup = await openSetup()
    await setup.studio.checkContract('now')
    const before = setup.studio.contract()
    const target = join(setup.folder, 'diagnostics.zip')
    await open(setup).diagnostics.saveAll(target, { withCrashDumps: false })
    const { contract } = JSON.parse(readZipTexts(await readFile(target)).get('versions-and-sizes.json') ?? '') as Diagnostics
    expect(contract).toEqual(before)
    await setup.studio.checkContract('now')
    expect(setup.studio.contract().digest).toBe(before.digest)
    setup.practice.contract.move([{ kind: 'remove-capability', id: 'face-swap' }])
    await setup.studio.checkContract('now')
    expect(setup.studio.contract().digest).not.toBe(before.digest)
  })
})
