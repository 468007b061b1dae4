import { readdir, rm, truncate, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SubmissionProblems } from '../../shared/problem.ts'
import type { Values } from '../../shared/values.ts'
import { markName } from '../../electron/library/folder-mark.ts'
import { openStudio } from '../../electron/studio.ts'
import { fillDisk } from './fill-disk.ts'
import { fillJournal as fill, type FullJournal } from './fill-journal.ts'
import { openStory, standard, type Story, third, waitFor } from './open-story.ts'

/** The messages with which a submission is turned away; fails when it is taken. */
async function problemsOf(story: Story, capability: string, values: Values): Promise<readonly string[]> {
  const asked = story.studio.submit({ capability, values })
  await expect(asked).rejects.toBeInstanceOf(SubmissionProblems)
  const error = await asked.catch((thrown: SubmissionProblems) => thrown)
  return (error as SubmissionProblems).problems.map((problem) => problem.message)
}

describe('bad input gets a clear word before anything is sent', () => {
  it('checks lengths, counts, choices and unknown fields', async () => {
    const story = await openStory()
    expect(await problemsOf(story, standard, {})).toEqual([expect.stringMatching(/prompt/i)])
    expect(await problemsOf(story, standard, { prompt: '' })).toEqual([expect.stringMatching(/prompt/i)])
    expect(await problemsOf(story, standard, { prompt: 'x'.repeat(801) })).toEqual([expect.stringContaining('1 character over 800')])
    expect(await problemsOf(story, third, { prompt: 'x'.repeat(3_001) })).toEqual([expect.stringContaining('over 3,000')])
    expect(await problemsOf(story, standard, { prompt: 'x', size: '1000*1000' })).toHaveLength(1)
    expect(await problemsOf(story, standard, { prompt: 'x', imageNum: '7' })).toHaveLength(1)
    expect(await problemsOf(story, third, { prompt: 'x', seed: -1 })).toHaveLength(1)
    expect(await problemsOf(story, standard, { prompt: 'x', prompts: 'y' })).toHaveLength(1)
    expect(await problemsOf(story, 'no-such-capability', { prompt: 'x' })).toEqual([
      expect.stringContaining('does not offer no-such-capability')
    ])
    expect(story.callsTo('/submit')).toBe(0)
    expect(story.studio.tasks()).toEqual([])
  })

  it('looks into files: too many, too heavy, not a picture, too small, not there', async () => {
    const story = await openStory()
    const photo = await story.picture('photo.png')
    const files = (count: number): Values => ({ prompt: 'x', imageUrls: Array.from({ length: count }, () => ({ file: photo })) })
    expect(await problemsOf(story, standard, files(4))).toEqual([expect.stringMatching(/3/)])

    const heavy = await story.picture('heavy.jpg')
    await truncate(heavy, 11 * 1024 * 1024)
    expect(await problemsOf(story, standard, { prompt: 'x', imageUrls: [{ file: heavy }] })).toEqual([
      expect.stringMatching(/heavy\.jpg.*11\.0 MB.*10 MB/)
    ])

    const note = await story.text('note.png', 'This is a note and no picture at all.\n')
    expect(await problemsOf(story, standard, { prompt: 'x', imageUrls: [{ file: note }] })).toEqual([expect.stringContaining('note.png')])

    const small = await story.picture('small.png', { width: 900, height: 383 })
    expect(await problemsOf(story, third, { prompt: 'x', imageUrls: [{ file: small }] })).toEqual([expect.stringMatching(/900 × 383.*384/)])
    const enough = await story.picture('enough.png', { width: 900, height: 384 })
    const task = await story.studio.submit({ capability: third, values: { prompt: 'x', imageUrls: [{ file: enough }] } })
    await story.until(task.id, 'done')

    expect(await problemsOf(story, third, { prompt: 'x', imageUrls: [{ file: `${story.folder}/nowhere.png` }] })).toEqual([
      expect.stringContaining('nowhere.png')
    ])
    expect(await problemsOf(story, third, { prompt: 'x', imageUrls: [{ item: 'never-made.1' }] })).toEqual([
      expect.stringContaining('not in the library')
    ])
    expect(story.charges()).toBe(1)
  })

  it('does not send a file that changed after it was chosen', async () => {
    const story = await openStory()
    const photo = await story.picture('photo.png')
    story.practice.faults.add({
      on: 'upload',
      do: { kind: 'error', httpStatus: 503, errorType: 'STORAGE_SERVICE_UNAVAILABLE', retryAfterInSeconds: 10 }
    })
    const task = await story.studio.submit({ capability: third, values: { prompt: 'x', imageUrls: [{ file: photo }] } })
    await utimes(photo, new Date(), new Date(Date.now() + 60_000))
    const refused = await story.until(task.id, 'refused')
    expect(refused.failure?.message).toContain('photo.png has changed since it was chosen')
    expect(story.practice.calls().some((call) => call.method === 'PUT')).toBe(false)
  })

  it('keeps a paid result safe while the disk is full, and fetches it when there is room', async () => {
    const story = await openStory()
    const makeRoom = await fillDisk((path) => path.includes('.part'))
    onTestFinished(makeRoom)
    const task = await story.studio.submit({ capability: standard, values: { prompt: 'x' } })
    const collecting = await story.until(task.id, 'collecting')
    expect(collecting.phase).toBe('collecting')
    await waitFor(() => story.studio.task(task.id)?.failure?.message.includes('The disk is full') === true)
    makeRoom()
    await story.until(task.id, 'done')
    expect(story.charges()).toBe(1)
  })

  it('sends nothing that the journal cannot take down, and goes on when it can', async () => {
    const story = await openStory()
    const { makeRoom } = fillJournal()
    await expect(story.studio.submit({ capability: standard, values: { prompt: 'x' } })).rejects.toMatchObject({
      message: 'This could not be written down on this computer, so it was not sent. Nothing was spent.',
      advice: expect.stringMatching(/^Make room on the disk/)
    })
    expect(story.callsTo('/submit')).toBe(0)
    expect(story.studio.tasks()).toEqual([])
    makeRoom()
    const task = await story.studio.submit({ capability: standard, values: { prompt: 'x' } })
    await story.until(task.id, 'done')
    expect(story.charges()).toBe(1)
  })

  it('sends nothing whose sending the journal cannot take down, though it holds the task', async () => {
    const story = await openStory()
    const journal = fillJournal(1)
    const task = await story.studio.submit({ capability: standard, values: { prompt: 'x' } })
    await waitFor(() => journal.refused() > 0)
    expect([story.callsTo('/submit'), story.studio.task(task.id)?.phase]).toEqual([0, 'queued'])
    journal.makeRoom()
    await story.until(task.id, 'done')
    expect(story.charges()).toBe(1)
  })

  it('begins no file whose place the journal cannot take down', async () => {
    const story = await openStory({ practice: { timeScale: 0.2 } })
    const task = await story.studio.submit({ capability: standard, values: { prompt: 'x' } })
    await story.until(task.id, 'running')
    const journal = fillJournal()
    await story.until(task.id, 'collecting')
    const before = journal.refused()
    await waitFor(() => journal.refused() > before + 2)
    expect(await readdir(join(story.dataDir, 'library'))).toEqual([markName])
    journal.makeRoom()
    await story.until(task.id, 'done')
    expect(await readdir(join(story.dataDir, 'library'))).toHaveLength(2)
  })

  it('waits for a library folder that is gone, and goes on once it is back', async () => {
    const story = await openStory({ practice: { timeScale: 0.05 } })
    const folder = `${story.folder}/drive/library`
    await story.studio.setLibraryFolder(folder)
    await rm(folder, { recursive: true, force: true })
    const task = await story.studio.submit({ capability: standard, values: { prompt: 'x' } })
    await waitFor(() => story.studio.task(task.id)?.failure?.message.includes('library folder is not there') === true)
    await story.studio.setLibraryFolder(`${story.dataDir}/library`)
    const done = await story.until(task.id, 'done')
    expect(done.results[0]?.path).toContain(story.dataDir)
    expect(story.charges()).toBe(1)
  })

  it('refuses a second studio on the same folder', async () => {
    const story = await openStory()
    await expect(openStudio({ dataDir: story.dataDir, connection: null })).rejects.toMatchObject({ name: 'JournalError', reason: 'in-use' })
  })
})

/** Full until the test is over at the latest. */
function fillJournal(commits?: number): FullJournal {
  const journal = fill(commits)
  onTestFinished(journal.makeRoom)
  return journal
}
