import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { FaultWish } from '../../electron/practice/faults.ts'
import { askForFaces } from './ask-for-faces.ts'
import { fillJournal } from './fill-journal.ts'
import { openStory, waitFor, type Story } from './open-story.ts'

const choices = (story: Story): number => story.practice.calls().filter(({ tool }) => tool === 'select_faces').length
const strike = (story: Story, action: FaultWish['do']): void =>
  void story.practice.faults.add({ on: 'mcp-tool', tool: 'select_faces', do: action })

describe('a task that waits for faces', () => {
  it('shows the faces that were found, each with its box in parts of the picture, and the reference it was sent with', async () => {
    const story = await openStory()
    const task = await askForFaces(story)
    const shown = await story.studio.faces(task.id)
    expect(shown.faces.map(({ id, number }) => [id, number])).toEqual([
      ['face-1', 1],
      ['face-2', 2],
      ['face-3', 3],
      ['face-4', 4]
    ])
    for (const { box } of shown.faces) {
      expect(box?.width).toBeGreaterThan(0.1)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1)
    }
    expect(shown).toMatchObject({
      way: { kind: 'faces', many: false, pairs: true },
      references: [{ letter: 'A', name: 'potter.png' }],
      lastPicks: []
    })
    for (const url of [shown.previews[0]?.url, shown.references[0]?.pictureUrl]) {
      const picture = await story.studio.facePicture(url?.split('/').at(-1) ?? '')
      expect((await sharp(picture?.bytes).metadata()).format).toBe('webp')
    }
    expect(await story.studio.facePicture(`${task.id}.../../journal`)).toBeNull()
  })

  it('goes on with the face that was chosen, and pays once', async () => {
    const story = await openStory({ practice: { results: 'full' } })
    const task = await askForFaces(story)
    expect(story.charges()).toBe(0)
    await story.studio.faces(task.id)
    await story.studio.selectFaces(task.id, { kind: 'faces', picks: [{ faceId: 'face-3', reference: 0 }] })
    const done = await story.until(task.id, 'done')
    expect((await readFile(done.results[0]?.path ?? '')).includes('face-3=0')).toBe(true)
    expect([choices(story), story.charges()]).toEqual([1, 1])
    expect(story.studio.timeline(task.id).map(({ words }) => words)).toContain('The service took the choice of faces.')
  })

  it('takes several faces, each with its own reference, where the capability does', async () => {
    const story = await openStory()
    const task = await askForFaces(story, 'multi-face-swap')
    const shown = await story.studio.faces(task.id)
    expect(shown).toMatchObject({ way: { many: true, pairs: true }, references: [{ letter: 'A' }, { letter: 'B' }] })
    await story.studio.selectFaces(task.id, {
      kind: 'faces',
      picks: [
        { faceId: 'face-1', reference: 1 },
        { faceId: 'face-4', reference: 0 }
      ]
    })
    const done = await story.until(task.id, 'done')
    expect((await readFile(done.results[0]?.path ?? '')).includes('face-1=1 face-4=0')).toBe(true)
  })

  it('shows what it showed before while the service cannot be asked, over a restart too', async () => {
    const story = await openStory()
    const task = await askForFaces(story)
    const shown = await story.studio.faces(task.id)
    await story.reopen()
    story.practice.faults.add({ on: 'mcp', times: 50, do: { kind: 'lose-answer' } })
    expect(await story.studio.faces(task.id)).toEqual(shown)
  })

  it('says in words that the faces cannot be looked at, and waits', async () => {
    const story = await openStory()
    const task = await askForFaces(story)
    story.practice.faults.add({ on: 'mcp', times: 50, do: { kind: 'html' } })
    await expect(story.studio.faces(task.id)).rejects.toThrow(/The task waits, and nothing is lost/)
    expect(story.studio.task(task.id)?.phase).toBe('needs_input')
  })
})

describe('a choice of faces', () => {
  it('is sent once when a person presses twice', async () => {
    const story = await openStory()
    const task = await askForFaces(story)
    await story.studio.faces(task.id)
    const choice = { kind: 'faces' as const, picks: [{ faceId: 'face-2', reference: 0 }] }
    await Promise.allSettled([story.studio.selectFaces(task.id, choice), story.studio.selectFaces(task.id, choice)])
    await story.until(task.id, 'done')
    expect(choices(story)).toBe(1)
  })

  it('whose answer was lost after it was taken is never sent again', async () => {
    const story = await openStory()
    const task = await askForFaces(story)
    await story.studio.faces(task.id)
    strike(story, { kind: 'lose-answer', workIsDone: true })
    await story.studio.selectFaces(task.id, { kind: 'faces', picks: [{ faceId: 'face-2', reference: 0 }] })
    await story.until(task.id, 'done')
    expect(choices(story)).toBe(1)
  })

  it('that got lost before it was taken comes back to the person, marked, and is sent by their hand only', async () => {
    const story = await openStory()
    const task = await askForFaces(story)
    await story.studio.faces(task.id)
    strike(story, { kind: 'lose-answer', workIsDone: false })
    const choice = { kind: 'faces' as const, picks: [{ faceId: 'face-2', reference: 0 }] }
    await story.studio.selectFaces(task.id, choice)
    await story.until(task.id, 'selecting')
    const back = await story.until(task.id, 'needs_input')
    expect(back.failure?.advice).toMatch(/Use them once more/)
    expect(choices(story)).toBe(1)
    expect((await story.studio.faces(task.id)).lastPicks).toEqual(choice.picks)
    await waitFor(() => story.studio.task(task.id)?.phase === 'needs_input')
    // The tools are left alone for a while after a lost answer.
    await waitForTools(story, task.id)
    await story.studio.selectFaces(task.id, choice)
    const done = await story.until(task.id, 'done')
    expect((await readFile(done.results[0]?.path ?? '')).includes('face-2=0')).toBe(true)
    expect([choices(story), story.charges()]).toEqual([2, 1])
  })

  it.each([
    ['a face that is not there', [{ faceId: 'face-9', reference: 0 }], /have changed/],
    [
      'two faces where one may change',
      [
        { faceId: 'face-1', reference: 0 },
        { faceId: 'face-2', reference: 0 }
      ],
      /Only one face/
    ]
  ])('of %s is refused here, and nothing is sent', async (_what, picks, words) => {
    const story = await openStory()
    const task = await askForFaces(story)
    await story.studio.faces(task.id)
    await expect(story.studio.selectFaces(task.id, { kind: 'faces', picks })).rejects.toThrow(words)
    expect([choices(story), story.studio.task(task.id)?.phase]).toEqual([0, 'needs_input'])
  })

  it('that a full disk keeps from being written down is not sent, says so, and is sent once there is room', async () => {
    const story = await openStory({ practice: { results: 'full' } })
    const task = await askForFaces(story)
    await story.studio.faces(task.id)
    const { makeRoom } = fillJournal()
    onTestFinished(makeRoom)
    const choice = { kind: 'faces' as const, picks: [{ faceId: 'face-2', reference: 0 }] }
    await expect(story.studio.selectFaces(task.id, choice)).rejects.toMatchObject({
      message: expect.stringMatching(/could not be written down on this computer, so it was not sent/),
      advice: expect.stringMatching(/use the faces again/)
    })
    expect([choices(story), story.studio.task(task.id)?.phase]).toEqual([0, 'needs_input'])
    makeRoom()
    await story.studio.selectFaces(task.id, choice)
    const done = await story.until(task.id, 'done')
    expect((await readFile(done.results[0]?.path ?? '')).includes('face-2=0')).toBe(true)
    expect([choices(story), story.charges()]).toEqual([1, 1])
  })

  it('is refused for a task that does not wait for one', async () => {
    const story = await openStory()
    const { id } = await story.studio.submit({ capability: 'imgmodel-image-generator', values: { prompt: 'x' } })
    await expect(story.studio.selectFaces(id, { kind: 'form', values: {} })).rejects.toThrow(/does not wait/)
  })
})

describe('the faces that are kept for a choice', () => {
  it('are gone once it was taken, though they were read again and again meanwhile', async () => {
    const story = await openStory()
    const warnings: string[] = []
    const note = (warning: Error): void => void warnings.push(warning.message)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const task = await askForFaces(story)
    await story.studio.faces(task.id)
    const looks = Promise.allSettled(Array.from({ length: 20 }, () => story.studio.faces(task.id)))
    await story.studio.selectFaces(task.id, { kind: 'faces', picks: [{ faceId: 'face-2', reference: 0 }] })
    await story.until(task.id, 'done')
    await looks
    await story.studio.close()
    expect(await readdir(join(story.dataDir, 'faces'))).toEqual([])
    expect(warnings).toEqual([])
  })

  it('are gone after a start, where Kiln heard only later that it was taken', async () => {
    const story = await openStory()
    const task = await askForFaces(story)
    await story.studio.faces(task.id)
    strike(story, { kind: 'lose-answer', workIsDone: true })
    await story.studio.selectFaces(task.id, { kind: 'faces', picks: [{ faceId: 'face-2', reference: 0 }] })
    await story.until(task.id, 'done')
    await story.reopen()
    const kept = (): Promise<readonly string[]> => readdir(join(story.dataDir, 'faces'))
    await expect.poll(kept).toEqual([])
  })

  it('are not shown while their pictures can’t be kept, which is said in words', async () => {
    const story = await openStory()
    const task = await askForFaces(story)
    await story.studio.faces(task.id)
    const folder = join(story.dataDir, 'faces')
    await rm(folder, { recursive: true })
    await writeFile(folder, 'in the way')
    await expect(story.studio.faces(task.id)).rejects.toMatchObject({ advice: 'Make room on the disk, then look again.' })
    await rm(folder)
    expect((await story.studio.faces(task.id)).faces).toHaveLength(4)
  })
})

/** Until the service shows the faces anew, and not only from memory. */
async function waitForTools(story: Story, id: string): Promise<void> {
  const before = story.practice.calls().filter(({ tool }) => tool === 'get_task_result').length
  for (let tries = 0; tries < 200; tries += 1) {
    await story.studio.faces(id)
    if (story.practice.calls().filter(({ tool }) => tool === 'get_task_result').length > before) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The tools did not answer again.')
}
