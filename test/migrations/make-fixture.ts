import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import type * as PracticeModule from '../../electron/practice/practice-service.ts'
import type * as StudioModule from '../../electron/studio.ts'
import type * as SettingsModule from '../../electron/settings/settings.ts'
import type * as ConnectionsModule from '../../electron/accounts/connections.ts'
import type * as VaultModule from '../../electron/accounts/key-vault.ts'
import type * as SecretModule from '../../electron/accounts/secret.ts'
import type { BatchOptions, Studio } from '../../electron/studio.ts'
import type { ContractDifference } from '../../shared/app/contract-difference.ts'
import type { BatchSource } from '../../shared/form/batch/batch-source.ts'
import type { SavedForm } from '../../shared/form/workspace.ts'
import { itemIdOf } from '../../shared/library/item-id.ts'
import type { Phase, Task } from '../../shared/task/task.ts'
import { createAesStore } from '../electron/accounts/aes-store.ts'
import { fixtureKey, fixtureBuildFolder, type FixtureFacts } from './fixtures.ts'

/**
 * Creates a data folder with the code of an earlier Kiln commit. Usage:
 *
 * node test/migrations/make-fixture.ts <commit> <name>
 *
 * Works for commits from 24 November 2026 on. Earlier commits have other module and method names.
 * Each stored format that has ever been on main has one fixture. The fixture is committed under `fixtures/<name>` and never created again.
 */
const [commit = '', name = ''] = process.argv.slice(2)
const root = join(import.meta.dirname, '..', '..')
const old = await mkdtemp(join(tmpdir(), 'kiln-old-'))
execFileSync('tar', ['x', '-C', old], {
  input: execFileSync('git', ['archive', commit, 'electron', 'shared'], { cwd: root, maxBuffer: 2 ** 30 })
})
await symlink(join(root, 'node_modules'), join(old, 'node_modules'))
/**
 * Loads a module of that commit from the first path that exists. Its type is that of the current module, so newer members may be missing at
 * runtime.
 */
const load = <Module>(...paths: readonly string[]): Promise<Module> => {
  const path = paths.find((candidate) => existsSync(join(old, candidate)))
  if (path === undefined) throw new Error(`This commit has none of these files: ${paths.join(', ')}.`)
  return import(pathToFileURL(join(old, path)).href) as Promise<Module>
}

await rm(fixtureBuildFolder, { recursive: true, force: true })
const dataDir = join(fixtureBuildFolder, 'data')
await mkdir(dataDir, { recursive: true })
const photo = join(fixtureBuildFolder, 'photo.png')
await sharp({ create: { width: 640, height: 480, channels: 3, background: '#c8a58a' } }).toFile(photo)

const { openPracticeService } = await load<typeof PracticeModule>('electron/practice/practice-service.ts')
const { openStudio } = await load<typeof StudioModule>('electron/studio.ts')
const { Secret } = await load<typeof SecretModule>('electron/accounts/secret.ts', 'electron/account/secret.ts')
// Before this file existed, the studio expected the key as plain text.
const isKeySecret = existsSync(join(old, 'electron/studio/open-service-connection.ts'))
const apiKey = isKeySecret ? new Secret(fixtureKey) : (fixtureKey as never)
const practiceOptions = { dataDir: join(fixtureBuildFolder, 'practice'), apiKey: fixtureKey, results: 'tiny' as const }
let practice = await openPracticeService({ ...practiceOptions, timeScale: 0.01 })
const open = (): Promise<Studio> => openStudio({ dataDir, connection: { baseUrl: practice.url, apiKey }, timeScale: 0.01 })
let studio = await open()
await studio.capabilities()

const plain = 'imgmodel-image-generator'
const withFiles = 'imgmodel-3-0-image-generator'
const facts: { -readonly [Name in keyof FixtureFacts]: FixtureFacts[Name] } = {
  commit,
  tasks: [],
  hasDesk: true
}
const send = (prompt: string): Promise<Task> => studio.submit({ capability: plain, values: { prompt } })

async function until(id: string, ...phases: Phase[]): Promise<Task> {
  for (let look = 0; look < 4_000; look += 1) {
    const task = studio.task(id)
    if (task !== null && phases.includes(task.phase)) return task
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`${id} is ${studio.task(id)?.phase}, not ${phases.join(' or ')}: ${JSON.stringify(studio.timeline(id))}`)
}

function note(task: Task, finalPhase: Phase): void {
  facts.tasks.push({ id: task.id, phase: task.phase, idempotencyKey: task.idempotencyKey, goesOn: finalPhase })
}

// Finished tasks.
note(await until((await send('a celadon vase')).id, 'done'), 'done')
const uploaded = await studio.submit({ capability: withFiles, values: { prompt: 'the same, fired', imageUrls: [{ file: photo }] } })
note(await until(uploaded.id, 'done'), 'done')
const from = [{ item: itemIdOf(uploaded.id, 0), how: 'remix' }] as const
const remixed = await studio.submit({ capability: plain, values: { prompt: 'the same, glazed' }, from })
note(await until(remixed.id, 'done'), 'done')
practice.faults.add({ on: 'submit', do: { kind: 'fail-task' } })
note(await until((await send('a cup that cracks')).id, 'failed'), 'failed')
practice.faults.add({ on: 'submit', do: { kind: 'error', httpStatus: 400, errorType: 'VALIDATION_ERROR' } })
note(await until((await send('a cup that nobody makes')).id, 'refused'), 'refused')
if (facts.hasDesk) {
  // The format of commits before 27 November 2026. Later commits have a code instead of `why`.
  const mood = { name: 'mood', label: 'Mood', value: 'calm', why: 'This field is now a number.' }
  const left = [mood] as unknown as SavedForm['left']
  const form = (prompt: string): SavedForm => ({ values: { prompt }, modeId: null, keptSeeds: [], left })
  studio.workspace.forms.save('draft', plain, form('half a word'))
  studio.workspace.presets.save(plain, 'Tea', form('a tea bowl'))
  studio.rememberSent({ capability: plain, values: { prompt: 'a jug with a lip' } })
  const source: BatchSource = { way: 'grid', axes: [{ field: 'prompt', values: ['a plate', 'a platter'] }] }
  const options: BatchOptions = { capability: plain, values: {}, source, onProgress: () => undefined, signal: new AbortController().signal }
  const batch = await studio.startBatch((await studio.planBatch(options)).id, { skipInvalid: false })
  const seeds: BatchOptions = { ...options, values: { prompt: 'a tile' }, source: { way: 'seeds', count: 2, first: 4711 } }
  const tiles = await studio.startBatch((await studio.planBatch(seeds)).id, { skipInvalid: false })
  const table = join(fixtureBuildFolder, 'spring.csv')
  await writeFile(table, 'Prompt\na lid\na spout\n')
  const lids: BatchOptions = { ...options, source: { way: 'table', table, columns: ['prompt'], hasHeader: true } }
  const parts = await studio.startBatch((await studio.planBatch(lids)).id, { skipInvalid: false })
  for (const { id, batch: place } of studio.tasks())
    if ([batch.id, tiles.id, parts.id].includes(place?.id ?? '')) note(await until(id, 'done'), 'done')
  const hasCodes = existsSync(join(old, 'shared/app/contract-difference.ts'))
  const difference: ContractDifference = { code: 'capabilities-added', params: { count: 1, names: { shown: ['Clay generator'], more: 0 } } }
  const sentences = ['1 new capability: Clay generator.', '“Prompt” in Image generator, maximum characters: 3,000 (previously 800).']
  studio.workspace.rememberChange('an-account', hasCodes ? [difference] : (sentences as unknown as ContractDifference[]))
}

// Unfinished tasks.
const cup = join(fixtureBuildFolder, 'cup.png')
await sharp({ create: { width: 640, height: 480, channels: 3, background: '#88a58a' } }).toFile(cup)
const grant = { success: true, uploadCommand: 'curl -T cup.png https://files.example/cup | sh', fileUrl: 'https://files.example/cup' }
practice.faults.add({ on: 'upload', do: { kind: 'answer', httpStatus: 200, body: JSON.stringify(grant) } })
const rejected = await studio.submit({ capability: withFiles, values: { prompt: 'a cup', imageUrls: [{ file: cup }] } })
while (studio.task(rejected.id)?.failure === null) await new Promise((resolve) => setTimeout(resolve, 5))
note(await until(rejected.id, 'uploading'), 'uploading')
await studio.close()
await practice.close()
practice = await openPracticeService({ ...practiceOptions, timeScale: 1 })
studio = await open()
await studio.capabilities()
note(await until((await send('a moon jar')).id, 'running'), 'done')
practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: true } })
practice.faults.add({ on: 'recent', times: 50, do: { kind: 'html' } })
note(await until((await send('a jar nobody heard of')).id, 'unconfirmed'), 'done')
await practice.account.change({ balance: 0 })
note(await until((await send('a bowl for tomorrow')).id, 'held'), 'done')
const cancelled = await send('a bowl thought better of')
await until(cancelled.id, 'held', 'queued')
studio.cancel(cancelled.id)
note(await until(cancelled.id, 'cancelled'), 'cancelled')
await studio.close()
await practice.close()

// Writes settings, connections and a key as that version of Kiln did.
const settings: Record<string, unknown> = {}
const section = (part: string) => ({
  read: () => settings[part],
  write: (value: unknown) => void (settings[part] = structuredClone(value))
})
const { openSettings } = await load<typeof SettingsModule>('electron/settings/settings.ts', 'electron/desktop/settings.ts')
const { openConnections } = await load<typeof ConnectionsModule>('electron/accounts/connections.ts', 'electron/account/connections.ts')
const { createKeyVault } = await load<typeof VaultModule>('electron/accounts/key-vault.ts', 'electron/account/key-vault.ts')
const kept = openSettings({
  section: section('settings'),
  defaultLibraryFolder: join(dataDir, 'library'),
  platform: 'linux',
  onChange: () => undefined
})
kept.change({ theme: 'dark', favourites: [plain], dailyLimit: 900, confirmAbove: 40, libraryFolder: join(dataDir, 'library') })
const connections = openConnections({ store: section('connections'), now: () => 1_000, newId: () => 'an-account' })
connections.activate({ id: 'an-account', baseUrl: 'https://api.example.com' })
const vault = createKeyVault({
  store: createAesStore('linux', { key: Buffer.alloc(32, 7) }),
  keyStore: section('keys'),
  now: () => 1_000,
  wait: () => Promise.resolve(),
  onTrouble: (what: string, error: unknown) => {
    throw new Error(what, { cause: error })
  }
})
await vault.save('an-account', new Secret(fixtureKey), { acceptWeakStorage: false })
await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings, null, '\t'))

const target = join(import.meta.dirname, 'fixtures', name)
await rm(target, { recursive: true, force: true })
await cp(fixtureBuildFolder, target, {
  recursive: true,
  filter: (path) => !/(\.lock|-shm|-wal|\/(?:contracts|thumbnails|faces|backups))$/.test(path)
})
await writeFile(join(target, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`)
await rm(old, { recursive: true, force: true })
await rm(fixtureBuildFolder, { recursive: true, force: true })
process.stdout.write(await readFile(join(target, 'facts.json'), 'utf8'))
process.exit(0)
