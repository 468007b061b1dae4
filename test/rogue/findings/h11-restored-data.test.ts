import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createBackup, listBackups } from '../../../electron/tasks/journal/backups.ts'
import { openStudio, restoreJournal, type Studio } from '../../../electron/studio.ts'
import { openRogueSetup, type RogueSetup, waitForRogueCondition } from '../open-rogue-setup.ts'
import { createCallFault, createErrorFaultKind, type PersonalityChanges } from '../personality.ts'
import { Secret } from '../../../electron/accounts/secret.ts'

const later = { as: 'seconds', seconds: 1 } as const
const uploadNotReady = createCallFault({ on: 'submit', does: createErrorFaultKind(409, 'UPLOAD_NOT_READY', { retryAfter: later }) })

async function backUp(setup: RogueSetup): Promise<void> {
  await createBackup(setup.dataDir, Date.now(), { newest: 3, days: 3 }, new AbortController().signal)
}

/** The service forgets every earlier idempotency key. */
const forgotten: PersonalityChanges = { submit: { keyMemoryInSeconds: 0 } }

describe('H11a: a journal restored from a backup that was made before an idempotency key was replaced', () => {
  it.each<[string, PersonalityChanges]>([
    ['contains keys', {}],
    ['contains only IDs', { recent: { entries: 'ids' } }],
    ['is missing', { recent: { presence: 'missing' } }]
  ])('causes no second charge if the list of recent tasks %s', async (_, changes) => {
    const setup = await openRogueSetup({ ...changes, faults: [uploadNotReady] })
    const photo = await setup.photo()
    const task = await setup.ask({ imageUrls: [{ file: photo }] })
    await waitForRogueCondition(() => setup.callsTo('submit') > 0)
    const firstKey = setup.studio.task(task.id)?.idempotencyKey
    await setup.studio.close()
    await backUp(setup)

    // After some attempts, Kiln uploads the file again. It then sends the task with a new idempotency key, which the service accepts.
    await setup.reopen()
    await waitForRogueCondition(() => setup.studio.task(task.id)?.idempotencyKey !== firstKey)
    setup.service.change({ faults: [] })
    await setup.until(task.id, 'done')
    expect(setup.charges()).toBe(1)
    await setup.studio.close()

    const [backup] = await listBackups(setup.dataDir)
    await restoreJournal(setup.dataDir, backup ?? null)
    await setup.reopen()
    await setup.until(task.id, 'done', 'support', 'held')
    expect([setup.charges(), setup.service.violations()]).toEqual([1, []])
  })
})

describe('H11d: an older copy of a data folder', () => {
  it('causes no second charge for tasks whose keys are in the recent tasks', async () => {
    const setup = await openRogueSetup({ faults: [createCallFault({ on: 'submit', does: createErrorFaultKind(403, 'NEED_SUBSCRIBE') })] })
    const tasks = [await setup.ask(), await setup.ask(), await setup.ask()]
    for (const { id } of tasks) await setup.until(id, 'held')
    await setup.studio.close()
    const copy = join(setup.folder, 'copy')
    await cp(setup.dataDir, copy, { recursive: true })

    setup.service.change({ faults: [] })
    await setup.reopen()
    for (const { id } of tasks) await setup.until(id, 'done')
    expect(setup.charges()).toBe(3)
    await setup.studio.close()

    setup.service.change(forgotten)
    const studio = await openCopy(setup, copy)
    await waitForRogueCondition(
      () => setup.charges() > 3 || tasks.every(({ id }) => studio.task(id)?.phase === 'done'),
      () => tasks.map(({ id }) => studio.task(id)?.phase).join(', ')
    )
    expect(setup.charges()).toBe(3)
  })

  it('still sends a task that was never sent', async () => {
    const setup = await openRogueSetup({ faults: [createCallFault({ on: 'submit', does: createErrorFaultKind(403, 'NEED_SUBSCRIBE') })] })
    const task = await setup.ask()
    await setup.until(task.id, 'held')
    await setup.studio.close()
    const copy = join(setup.folder, 'copy')
    await cp(setup.dataDir, copy, { recursive: true })
    setup.service.change({ faults: [] })
    const studio = await openCopy(setup, copy)
    await waitForRogueCondition(() => studio.task(task.id)?.phase === 'done')
    expect(setup.charges()).toBe(1)
  })
})

describe('H11d: a journal overwritten with its own older bytes', () => {
  it('causes no second charge, even though nothing shows that it is a copy', async () => {
    const setup = await openRogueSetup({ faults: [uploadNotReady] })
    const { id } = await setup.ask()
    await waitForRogueCondition(() => setup.callsTo('submit') > 0)
    await setup.studio.close()
    const journal = join(setup.dataDir, 'journal.db')
    const earlier = await readFile(journal)

    setup.service.change({ faults: [] })
    await setup.reopen()
    await setup.until(id, 'done')
    await setup.studio.close()
    await writeFile(journal, earlier)

    // The recent-task list arrives slowly. A task that doesn't wait for the list would be sent earlier.
    setup.service.change({ ...forgotten, faults: [createCallFault({ on: 'recent', does: { kind: 'drip', bytesPerSecond: 4_000 } })] })
    await setup.reopen()
    await setup.until(id, 'done')
    expect([setup.charges(), setup.service.violations()]).toEqual([1, []])
  })
})

async function openCopy(setup: RogueSetup, dataDir: string): Promise<Studio> {
  const connection = { baseUrl: setup.service.url, apiKey: new Secret(setup.service.account.apiKey()) }
  const studio = await openStudio({ dataDir, connection, timeScale: 0.01 })
  onTestFinished(() => studio.close())
  return studio
}
