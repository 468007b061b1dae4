import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keepBackup, listBackups } from '../../../electron/journal/backups.ts'
import { openStudio, restoreJournal, type Studio } from '../../../electron/studio.ts'
import { openRogueStory, type RogueStory, waitFor } from '../open-rogue-story.ts'
import { callFault, errorAnswer, type PersonalityChanges } from '../personality.ts'

const later = { as: 'seconds', seconds: 1 } as const
const uploadNotReady = callFault({ on: 'submit', does: errorAnswer(409, 'UPLOAD_NOT_READY', { retryAfter: later }) })

async function backUp(story: RogueStory): Promise<void> {
  await keepBackup(story.dataDir, Date.now(), { newest: 3, days: 3 }, new AbortController().signal)
}

/** A service forgets every key that it was sent before this moment. */
const forgotten: PersonalityChanges = { submit: { keyMemoryInSeconds: 0 } }

describe('H11a: a journal that is restored from a copy made before the key was replaced', () => {
  it.each<[string, PersonalityChanges]>([
    ['names keys', {}],
    ['is of bare identifiers', { recent: { entries: 'ids' } }],
    ['is missing', { recent: { presence: 'missing' } }]
  ])('does not pay again for what the later key paid for, where the list of recent tasks %s', async (_, changes) => {
    const story = await openRogueStory({ ...changes, faults: [uploadNotReady] })
    const photo = await story.photo()
    const task = await story.ask({ imageUrls: [{ file: photo }] })
    await waitFor(() => story.callsTo('submit') > 0)
    const firstKey = story.studio.task(task.id)?.idempotencyKey
    await story.studio.close()
    await backUp(story)

    // The file is uploaded again after some tries, and sent with a new key, which is accepted.
    await story.reopen()
    await waitFor(() => story.studio.task(task.id)?.idempotencyKey !== firstKey)
    story.service.change({ faults: [] })
    await story.until(task.id, 'done')
    expect(story.charges()).toBe(1)
    await story.studio.close()

    const [backup] = await listBackups(story.dataDir)
    await restoreJournal(story.dataDir, backup ?? null)
    await story.reopen()
    await story.until(task.id, 'done', 'support', 'refused', 'held')
    expect([story.charges(), story.service.violations()]).toEqual([1, []])
  })
})

describe('H11d: a data folder that is opened from an older copy of it', () => {
  it('does not pay again for tasks that the recent tasks name by their keys', async () => {
    const story = await openRogueStory({ faults: [callFault({ on: 'submit', does: errorAnswer(403, 'NEED_SUBSCRIBE') })] })
    const tasks = [await story.ask(), await story.ask(), await story.ask()]
    for (const { id } of tasks) await story.until(id, 'held')
    await story.studio.close()
    const copy = join(story.folder, 'copy')
    await cp(story.dataDir, copy, { recursive: true })

    story.service.change({ faults: [] })
    await story.reopen()
    for (const { id } of tasks) await story.until(id, 'done')
    expect(story.charges()).toBe(3)
    await story.studio.close()

    story.service.change(forgotten)
    const studio = await openCopy(story, copy)
    await waitFor(
      () => story.charges() > 3 || tasks.every(({ id }) => studio.task(id)?.phase === 'done'),
      () => tasks.map(({ id }) => studio.task(id)?.phase).join(', ')
    )
    expect(story.charges()).toBe(3)
  })

  it('still sends what was never sent', async () => {
    const story = await openRogueStory({ faults: [callFault({ on: 'submit', does: errorAnswer(403, 'NEED_SUBSCRIBE') })] })
    const task = await story.ask()
    await story.until(task.id, 'held')
    await story.studio.close()
    const copy = join(story.folder, 'copy')
    await cp(story.dataDir, copy, { recursive: true })
    story.service.change({ faults: [] })
    const studio = await openCopy(story, copy)
    await waitFor(() => studio.task(task.id)?.phase === 'done')
    expect(story.charges()).toBe(1)
  })
})

async function openCopy(story: RogueStory, dataDir: string): Promise<Studio> {
  const connection = { baseUrl: story.service.url, apiKey: story.service.account.apiKey() }
  const studio = await openStudio({ dataDir, connection, timeScale: 0.01 })
  onTestFinished(() => studio.close())
  return studio
}
