import { readdir, rm, truncate, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SubmissionError } from '../../shared/form/submission-problem.ts'
import type { Values } from '../../shared/form/values.ts'
import { problemText } from '../../shared/phrases/problem-phrases.ts'
import { markerFileName } from '../../electron/library/folders/folder-marker.ts'
import { openStudio } from '../../electron/studio.ts'
import { simulateFullDisk } from './simulate-full-disk.ts'
import { fillJournalDisk as fill, type JournalDiskSimulation } from './fill-journal-disk.ts'
import { openSetup, standardImageGenerator, type Setup, imageGenerator3, waitFor } from './open-setup.ts'
import { resultPaths } from './result-paths.ts'

/** Returns the sentences for the problems of a rejected submission. Fails if the submission is accepted. */
async function problemsOf(setup: Setup, capability: string, values: Values): Promise<readonly string[]> {
  const asked = setup.studio.submit({ capability, values })
  await expect(asked).rejects.toBeInstanceOf(SubmissionError)
  const error = await asked.catch((thrown: SubmissionError) => thrown)
  return (error as SubmissionError).problems.map(problemText)
}

describe('a studio with bad input or failing storage', () => {
  it('rejects invalid lengths, counts, choices and unknown fields before sending anything', async () => {
    const setup = await openSetup()
    expect(await problemsOf(setup, standardImageGenerator, {})).toEqual([expect.stringMatching(/prompt/i)])
    expect(await problemsOf(setup, standardImageGenerator, { prompt: '' })).toEqual([expect.stringMatching(/prompt/i)])
    expect(await problemsOf(setup, standardImageGenerator, { prompt: 'x'.repeat(801) })).toEqual([
      expect.stringContaining('at most 800 characters. Remove 1 character.')
    ])
    expect(await problemsOf(setup, imageGenerator3, { prompt: 'x'.repeat(3_001) })).toEqual([
      expect.stringContaining('at most 3,000 characters. Remove 1 character.')
    ])
    expect(await problemsOf(setup, standardImageGenerator, { prompt: 'x', size: '1000*1000' })).toHaveLength(1)
    expect(await problemsOf(setup, standardImageGenerator, { prompt: 'x', imageNum: '7' })).toHaveLength(1)
    expect(await problemsOf(setup, imageGenerator3, { prompt: 'x', seed: -1 })).toHaveLength(1)
    expect(await problemsOf(setup, standardImageGenerator, { prompt: 'x', prompts: 'y' })).toHaveLength(1)
    expect(await problemsOf(setup, 'no-such-capability', { prompt: 'x' })).toEqual([
      expect.stringContaining('doesn’t offer no-such-capability')
    ])
    expect(setup.callsTo('/submit')).toBe(0)
    expect(setup.studio.tasks()).toEqual([])
  })

  it('rejects files that are too many, too large, too small, missing or not images', async () => {
    const setup = await openSetup()
    const photo = await setup.picture('photo.png')
    const files = (count: number): Values => ({ prompt: 'x', imageUrls: Array.from({ length: count }, () => ({ file: photo })) })
    expect(await problemsOf(setup, standardImageGenerator, files(4))).toEqual([expect.stringMatching(/3/)])

    const heavy = await setup.picture('heavy.jpg')
    await truncate(heavy, 11 * 1024 * 1024)
    expect(await problemsOf(setup, standardImageGenerator, { prompt: 'x', imageUrls: [{ file: heavy }] })).toEqual([
      expect.stringMatching(/heavy\.jpg.*11\.0 MB.*10 MB/)
    ])

    const note = await setup.text('note.png', 'This is a note and no picture at all.\n')
    expect(await problemsOf(setup, standardImageGenerator, { prompt: 'x', imageUrls: [{ file: note }] })).toEqual([
      expect.stringContaining('note.png')
    ])

    const small = await setup.picture('small.png', { width: 900, height: 383 })
    expect(await problemsOf(setup, imageGenerator3, { prompt: 'x', imageUrls: [{ file: small }] })).toEqual([
      expect.stringMatching(/900 × 383.*384/)
    ])
    const enough = await setup.picture('enough.png', { width: 900, height: 384 })
    const task = await setup.studio.submit({ capability: imageGenerator3, values: { prompt: 'x', imageUrls: [{ file: enough }] } })
    await setup.until(task.id, 'done')

    expect(await problemsOf(setup, imageGenerator3, { prompt: 'x', imageUrls: [{ file: `${setup.folder}/nowhere.png` }] })).toEqual([
      expect.stringContaining('nowhere.png')
    ])
    expect(await problemsOf(setup, imageGenerator3, { prompt: 'x', imageUrls: [{ item: 'never-made.1' }] })).toEqual([
      expect.stringContaining('isn’t in the library any more')
    ])
    expect(setup.charges()).toBe(1)
  })

  it('does not send a file that changed after it was chosen', async () => {
    const setup = await openSetup()
    const photo = await setup.picture('photo.png')
    setup.practice.faults.add({
      on: 'upload',
      do: { kind: 'error', httpStatus: 503, errorType: 'STORAGE_SERVICE_UNAVAILABLE', retryAfterInSeconds: 10 }
    })
    const task = await setup.studio.submit({ capability: imageGenerator3, values: { prompt: 'x', imageUrls: [{ file: photo }] } })
    await utimes(photo, new Date(), new Date(Date.now() + 60_000))
    const refused = await setup.until(task.id, 'refused')
    expect(refused.failure).toMatchObject({ code: 'file-changed', params: { fileName: 'photo.png' } })
    expect(setup.practice.calls().some((loggedCall) => loggedCall.method === 'PUT')).toBe(false)
  })

  it('keeps a paid result pending while the disk is full, and downloads it once there is space', async () => {
    const setup = await openSetup()
    const makeRoom = await simulateFullDisk((path) => path.includes('.part'))
    onTestFinished(makeRoom)
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'x' } })
    const collecting = await setup.until(task.id, 'collecting')
    expect(collecting.phase).toBe('collecting')
    await waitFor(() => setup.studio.task(task.id)?.failure?.code === 'disk-full')
    makeRoom()
    await setup.until(task.id, 'done')
    expect(setup.charges()).toBe(1)
  })

  it('rejects a submission that the journal can’t save, and accepts it once there is space', async () => {
    const setup = await openSetup()
    const { makeRoom } = fillJournal()
    await expect(setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'x' } })).rejects.toMatchObject({
      message: 'Kiln couldn’t save to its data folder, so nothing was sent or charged.',
      advice: expect.stringMatching(/^Check the free space and your permissions/)
    })
    expect(setup.callsTo('/submit')).toBe(0)
    expect(setup.studio.tasks()).toEqual([])
    makeRoom()
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'x' } })
    await setup.until(task.id, 'done')
    expect(setup.charges()).toBe(1)
  })

  it('doesn’t send a saved task until the journal can record the send', async () => {
    const setup = await openSetup()
    const journal = fillJournal(1)
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'x' } })
    await waitFor(() => journal.refused() > 0)
    expect([setup.callsTo('/submit'), setup.studio.task(task.id)?.phase]).toEqual([0, 'queued'])
    journal.makeRoom()
    await setup.until(task.id, 'done')
    expect(setup.charges()).toBe(1)
  })

  it('doesn’t start a download until the journal can record its file', async () => {
    const setup = await openSetup({ practice: { timeScale: 0.2 } })
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'x' } })
    await setup.until(task.id, 'running')
    const journal = fillJournal()
    await setup.until(task.id, 'collecting')
    const before = journal.refused()
    await waitFor(() => journal.refused() > before + 2)
    expect(await readdir(join(setup.dataDir, 'library'))).toEqual([markerFileName])
    journal.makeRoom()
    await setup.until(task.id, 'done')
    expect(await readdir(join(setup.dataDir, 'library'))).toHaveLength(2)
  })

  it('waits while the library folder is missing, and resumes once another folder is chosen', async () => {
    const setup = await openSetup({ practice: { timeScale: 0.05 } })
    const folder = `${setup.folder}/drive/library`
    await setup.studio.setLibraryFolder(folder)
    await rm(folder, { recursive: true, force: true })
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'x' } })
    await waitFor(() => setup.studio.task(task.id)?.failure?.code === 'folder-missing')
    await setup.studio.setLibraryFolder(`${setup.dataDir}/library`)
    const done = await setup.until(task.id, 'done')
    expect((await resultPaths(setup.studio, done))[0]).toContain(setup.dataDir)
    expect(setup.charges()).toBe(1)
  })

  it('rejects a second studio on the same folder', async () => {
    const setup = await openSetup()
    await expect(openStudio({ dataDir: setup.dataDir, connection: null })).rejects.toMatchObject({ name: 'JournalError', reason: 'in-use' })
  })
})

/** Simulates a full disk for the journal. Frees the space at the end of the test. */
function fillJournal(commits?: number): JournalDiskSimulation {
  const journal = fill(commits)
  onTestFinished(journal.makeRoom)
  return journal
}
