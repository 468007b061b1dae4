import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openConnections } from '../../electron/accounts/connections.ts'
import { createKeyVault } from '../../electron/accounts/key-vault.ts'
import { openSettings } from '../../electron/settings/settings.ts'
import type { Clock } from '../../electron/tasks/ports.ts'
import { openPracticeService } from '../../electron/practice/practice-service.ts'
import { openStudio } from '../../electron/studio.ts'
import { itemIdOf } from '../../shared/library/item-id.ts'
import type { Settings } from '../../shared/app/settings.ts'
import { createAesStore } from '../electron/accounts/aes-store.ts'
import { openSettingsFileInNode } from '../electron/settings/settings-file-in-node.ts'
import { waitFor } from '../integration/open-setup.ts'
import { copyFixture } from './copy-fixture.ts'
import { fixtureKey, fixtures } from './fixtures.ts'
import { Secret } from '../../electron/accounts/secret.ts'

/** Returns a clock that starts at `startsAt`, in ms. At the fixture's time, the service still has data that it keeps for only a day. */
function clockFrom(startsAt: number): Clock {
  const began = Date.now()
  return {
    now: () => startsAt + (Date.now() - began),
    setTimer: (delayInMs, run) => {
      const timer = setTimeout(run, delayInMs)
      return () => clearTimeout(timer)
    }
  }
}

/** Returns the journal's content, read with plain SQL. */
function journalRows(folder: string): {
  readonly version: number
  readonly newest: number
  readonly tasks: ReadonlyMap<string, { readonly values: unknown; readonly results: readonly { path: string; sha256: string }[] }>
  readonly events: number
  readonly bodies: readonly unknown[]
} {
  const database = new DatabaseSync(join(folder, 'data', 'journal.db'), { readOnly: true })
  const tasks = database.prepare('SELECT id, created_at AS createdAt, record FROM tasks').all()
  const read = tasks.map((row) => [String(row['id']), JSON.parse(String(row['record']))] as const)
  const rows = {
    version: Number(database.prepare('PRAGMA user_version').get()?.['user_version']),
    newest: Math.max(...tasks.map((row) => Number(row['createdAt']))),
    tasks: new Map(
      read.map(([id, record]) => [
        id,
        { values: record.values, results: (record.state.outputs ?? []).flatMap((output: { result: unknown }) => output.result ?? []) }
      ])
    ),
    events: Number(database.prepare('SELECT count(*) AS count FROM events').get()?.['count']),
    bodies: database.prepare('SELECT idempotency_key, task, body FROM attempts ORDER BY idempotency_key').all()
  }
  database.close()
  return rows
}

describe.each(fixtures().map((fixture) => [fixture.name, fixture] as const))('data from %s', (_name, fixture) => {
  it('is complete: each task resumes and finishes, is charged once, and has its files', async () => {
    const folder = await copyFixture(fixture)
    const dataDir = join(folder, 'data')
    const before = journalRows(folder)
    const clock = clockFrom(before.newest + 10_000)
    const practice = await openPracticeService({ dataDir: join(folder, 'practice'), results: 'tiny', timeScale: 0.01, clock })
    onTestFinished(practice.close)
    expect(practice.apiKey).toBe(fixtureKey)
    await practice.account.change({ balance: 1_000 })
    const studio = await openStudio({
      dataDir,
      connection: { baseUrl: practice.url, apiKey: new Secret(fixtureKey) },
      timeScale: 0.01,
      clock
    })
    onTestFinished(studio.close)

    expect(
      studio
        .tasks()
        .map(({ id }) => id)
        .toSorted()
    ).toEqual([...before.tasks.keys()].toSorted())
    expect(fixture.facts.tasks.map(({ id }) => id).toSorted()).toEqual([...before.tasks.keys()].toSorted())
    for (const { id, idempotencyKey } of fixture.facts.tasks) {
      expect(studio.task(id)).toMatchObject({ idempotencyKey })
      expect(studio.valuesOf(id)).toEqual(before.tasks.get(id)?.values)
      expect(studio.timeline(id).length).toBeGreaterThan(0)
      if (before.version < 6) expect(studio.task(id)).toMatchObject({ from: [], askedBy: 'unknown' })
    }
    await studio.capabilities()
    await studio.resume()
    const stand = (): unknown => fixture.facts.tasks.map(({ id }) => [id, studio.task(id)?.phase])
    const due = fixture.facts.tasks.map(({ id, goesOn }) => [id, goesOn])
    await waitFor(() => JSON.stringify(stand()) === JSON.stringify(due)).catch(() => undefined)
    expect(stand()).toEqual(due)

    const charges = practice.ledger().filter(({ kind }) => kind === 'charge')
    const taken = fixture.facts.tasks.filter(({ goesOn }) => goesOn === 'done' || goesOn === 'failed')
    expect(charges).toHaveLength(taken.length)
    expect(new Set(charges.map(({ taskId }) => taskId)).size).toBe(charges.length)
    for (const { results } of before.tasks.values()) {
      for (const { path, sha256 } of results)
        expect(
          createHash('sha256')
            .update(await readFile(path))
            .digest('hex')
        ).toBe(sha256)
    }
    for (const { id } of fixture.facts.tasks.filter(({ goesOn }) => goesOn === 'done')) {
      expect(await studio.library.fileOf(itemIdOf(id, 0))).not.toBeNull()
    }
    await studio.close()

    const after = journalRows(folder)
    expect(after.events).toBeGreaterThan(before.events)
    expect(after.bodies).toEqual(expect.arrayContaining([...before.bodies]))
  })

  it('keeps the user’s settings, accounts and key', async () => {
    const folder = await copyFixture(fixture)
    const dataDir = join(folder, 'data')
    const was = JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8')) as { settings: Partial<Settings> }
    const file = await openSettingsFileInNode(dataDir)
    const settings = openSettings({
      section: file.section('settings'),
      defaultLibraryFolder: '/elsewhere',
      platform: 'linux',
      onChange: () => undefined
    })
    expect(settings.current()).toMatchObject(was.settings)
    expect(settings.change({ theme: 'light' })).toEqual({ ...settings.current(), theme: 'light' })
    const connections = openConnections({ store: file.section('connections'), now: Date.now, newId: () => 'new' })
    expect(connections.active()).toMatchObject({ id: 'an-account', baseUrl: 'https://api.example.com', createdAt: 1_000 })
    const vault = createKeyVault({
      store: createAesStore('linux', { key: Buffer.alloc(32, 7) }),
      keyStore: file.section('keys'),
      now: Date.now,
      wait: () => Promise.resolve(),
      onTrouble: () => undefined
    })
    const reading = await vault.read('an-account')
    expect(reading.kind === 'key' && reading.key.reveal()).toBe(fixtureKey)
  })

  it.runIf(fixture.facts.hasDesk)('keeps drafts, presets and prompts', async () => {
    const folder = await copyFixture(fixture)
    const studio = await openStudio({ dataDir: join(folder, 'data'), connection: null })
    onTestFinished(studio.close)
    expect(studio.workspace.warning).toBeNull()
    expect(studio.workspace.forms.find('draft', 'imgmodel-image-generator')).toMatchObject({ form: { values: { prompt: 'half a word' } } })
    const left = studio.workspace.forms.find('draft', 'imgmodel-image-generator')?.form.left
    const mood = { name: 'mood', label: 'Mood', path: [], value: 'calm', reason: { code: 'other-kind', params: { kind: 'number' } } }
    expect(left).toEqual(
      ['9-reasons-as-sentences', '11-names-as-texts', '12-codes-of-names', '13-provenance', '14-drafts'].includes(fixture.name)
        ? [mood]
        : []
    )
    expect(studio.workspace.presets.named('imgmodel-image-generator', 'Tea')).toMatchObject({ form: { values: { prompt: 'a tea bowl' } } })
    expect(studio.workspace.prompts.find('jug', 10).map(({ text }) => text)).toEqual(['a jug with a lip'])
  })
})
