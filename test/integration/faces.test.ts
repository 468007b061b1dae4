import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { FaultSpec } from '../../electron/practice/fault-injector.ts'
import { submitFaceSwap } from './submit-face-swap.ts'
import { fillJournalDisk } from './fill-journal-disk.ts'
import { openSetup, waitFor, type Setup } from './open-setup.ts'
import { resultPaths } from './result-paths.ts'

const choices = (setup: Setup): number => setup.practice.calls().filter(({ tool }) => tool === 'select_faces').length
const strike = (setup: Setup, action: FaultSpec['do']): void =>
  void setup.practice.faults.add({ on: 'mcp-tool', tool: 'select_faces', do: action })

describe('a task that waits for a face selection', () => {
  it('shows each face with its box in fractions of the image, and the reference image', async () => {
    const setup = await openSetup()
    const task = await submitFaceSwap(setup)
    const shown = await setup.studio.faces(task.id)
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
      mode: { kind: 'faces', many: false, pairs: true },
      references: [{ letter: 'A', name: 'potter.png' }],
      lastPicks: []
    })
    for (const url of [shown.previews[0]?.url, shown.references[0]?.pictureUrl]) {
      const previewImage = await setup.studio.faceImage(url?.split('/').at(-1) ?? '')
      expect((await sharp(previewImage?.bytes).metadata()).format).toBe('webp')
    }
    expect(await setup.studio.faceImage(`${task.id}.../../journal`)).toBeNull()
  })

  it('resumes with the selected face, and is charged once', async () => {
    const setup = await openSetup({ practice: { results: 'full' } })
    const task = await submitFaceSwap(setup)
    expect(setup.charges()).toBe(0)
    await setup.studio.faces(task.id)
    await setup.studio.selectFaces(task.id, { kind: 'faces', picks: [{ faceId: 'face-3', reference: 0 }] })
    const done = await setup.until(task.id, 'done')
    expect((await readFile((await resultPaths(setup.studio, done))[0] ?? '')).includes('face-3=0')).toBe(true)
    expect([choices(setup), setup.charges()]).toEqual([1, 1])
    expect(setup.studio.timeline(task.id).map(({ code }) => code)).toContain('faces-accepted')
  })

  it('accepts several faces, each with its own reference, if the capability supports it', async () => {
    const setup = await openSetup()
    const task = await submitFaceSwap(setup, 'multi-face-swap')
    const shown = await setup.studio.faces(task.id)
    expect(shown).toMatchObject({ mode: { many: true, pairs: true }, references: [{ letter: 'A' }, { letter: 'B' }] })
    await setup.studio.selectFaces(task.id, {
      kind: 'faces',
      picks: [
        { faceId: 'face-1', reference: 1 },
        { faceId: 'face-4', reference: 0 }
      ]
    })
    const done = await setup.until(task.id, 'done')
    expect((await readFile((await resultPaths(setup.studio, done))[0] ?? '')).includes('face-1=1 face-4=0')).toBe(true)
  })

  it('shows the cached faces while the service is unavailable, even after a restart', async () => {
    const setup = await openSetup()
    const task = await submitFaceSwap(setup)
    const shown = await setup.studio.faces(task.id)
    await setup.reopen()
    setup.practice.faults.add({ on: 'mcp', times: 50, do: { kind: 'lose-answer' } })
    expect(await setup.studio.faces(task.id)).toEqual(shown)
  })

  it('reports that the faces can’t be loaded, and keeps waiting', async () => {
    const setup = await openSetup()
    const task = await submitFaceSwap(setup)
    setup.practice.faults.add({ on: 'mcp', times: 50, do: { kind: 'html' } })
    await expect(setup.studio.faces(task.id)).rejects.toThrow(/The task is still waiting. Nothing is lost/)
    expect(setup.studio.task(task.id)?.phase).toBe('needs_input')
  })
})

describe('a face selection', () => {
  it('is sent once if the user clicks twice', async () => {
    const setup = await openSetup()
    const task = await submitFaceSwap(setup)
    await setup.studio.faces(task.id)
    const choice = { kind: 'faces' as const, picks: [{ faceId: 'face-2', reference: 0 }] }
    await Promise.allSettled([setup.studio.selectFaces(task.id, choice), setup.studio.selectFaces(task.id, choice)])
    await setup.until(task.id, 'done')
    expect(choices(setup)).toBe(1)
  })

  it('whose response was lost after it was accepted is never sent again', async () => {
    const setup = await openSetup()
    const task = await submitFaceSwap(setup)
    await setup.studio.faces(task.id)
    strike(setup, { kind: 'lose-answer', workIsDone: true })
    await setup.studio.selectFaces(task.id, { kind: 'faces', picks: [{ faceId: 'face-2', reference: 0 }] })
    await setup.until(task.id, 'done')
    expect(choices(setup)).toBe(1)
  })

  it('that was lost before it was accepted is kept for the user, who must send it again', async () => {
    const setup = await openSetup()
    const task = await submitFaceSwap(setup)
    await setup.studio.faces(task.id)
    strike(setup, { kind: 'lose-answer', workIsDone: false })
    const choice = { kind: 'faces' as const, picks: [{ faceId: 'face-2', reference: 0 }] }
    await setup.studio.selectFaces(task.id, choice)
    await setup.until(task.id, 'selecting')
    const back = await setup.until(task.id, 'needs_input')
    expect(back.failure?.code).toBe('faces-lost')
    expect(choices(setup)).toBe(1)
    expect((await setup.studio.faces(task.id)).lastPicks).toEqual(choice.picks)
    await waitFor(() => setup.studio.task(task.id)?.phase === 'needs_input')
    // After a lost response, Kiln doesn't call the tools for a while.
    await waitForTools(setup, task.id)
    await setup.studio.selectFaces(task.id, choice)
    const done = await setup.until(task.id, 'done')
    expect((await readFile((await resultPaths(setup.studio, done))[0] ?? '')).includes('face-2=0')).toBe(true)
    expect([choices(setup), setup.charges()]).toEqual([2, 1])
  })

  it.each([
    ['an unknown face', [{ faceId: 'face-9', reference: 0 }], /have changed/],
    [
      'two faces if only one can be replaced',
      [
        { faceId: 'face-1', reference: 0 },
        { faceId: 'face-2', reference: 0 }
      ],
      /Only one face/
    ]
  ])('of %s is rejected locally, and nothing is sent', async (_what, picks, words) => {
    const setup = await openSetup()
    const task = await submitFaceSwap(setup)
    await setup.studio.faces(task.id)
    await expect(setup.studio.selectFaces(task.id, { kind: 'faces', picks })).rejects.toThrow(words)
    expect([choices(setup), setup.studio.task(task.id)?.phase]).toEqual([0, 'needs_input'])
  })

  it('that can’t be saved on a full disk is reported, and isn’t sent until there is space', async () => {
    const setup = await openSetup({ practice: { results: 'full' } })
    const task = await submitFaceSwap(setup)
    await setup.studio.faces(task.id)
    const { makeRoom } = fillJournalDisk()
    onTestFinished(makeRoom)
    const choice = { kind: 'faces' as const, picks: [{ faceId: 'face-2', reference: 0 }] }
    await expect(setup.studio.selectFaces(task.id, choice)).rejects.toMatchObject({
      message: expect.stringMatching(/couldn’t be saved on this computer, so it wasn’t sent/),
      advice: expect.stringMatching(/send your selection again/)
    })
    expect([choices(setup), setup.studio.task(task.id)?.phase]).toEqual([0, 'needs_input'])
    makeRoom()
    await setup.studio.selectFaces(task.id, choice)
    const done = await setup.until(task.id, 'done')
    expect((await readFile((await resultPaths(setup.studio, done))[0] ?? '')).includes('face-2=0')).toBe(true)
    expect([choices(setup), setup.charges()]).toEqual([1, 1])
  })

  it('is rejected for a task that isn’t waiting for one', async () => {
    const setup = await openSetup()
    const { id } = await setup.studio.submit({ capability: 'imgmodel-image-generator', values: { prompt: 'x' } })
    await expect(setup.studio.selectFaces(id, { kind: 'form', values: {} })).rejects.toThrow(/no longer needs a face selection/)
  })
})

describe('the cached faces of a task', () => {
  it('are deleted once the selection is accepted, even if they’re read meanwhile', async () => {
    const setup = await openSetup()
    const warnings: string[] = []
    const note = (warning: Error): void => void warnings.push(warning.message)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const task = await submitFaceSwap(setup)
    await setup.studio.faces(task.id)
    const looks = Promise.allSettled(Array.from({ length: 20 }, () => setup.studio.faces(task.id)))
    await setup.studio.selectFaces(task.id, { kind: 'faces', picks: [{ faceId: 'face-2', reference: 0 }] })
    await setup.until(task.id, 'done')
    await looks
    await setup.studio.close()
    expect(await readdir(join(setup.dataDir, 'faces'))).toEqual([])
    expect(warnings).toEqual([])
  })

  it('are deleted after a restart if the selection was accepted without a response', async () => {
    const setup = await openSetup()
    const task = await submitFaceSwap(setup)
    await setup.studio.faces(task.id)
    strike(setup, { kind: 'lose-answer', workIsDone: true })
    await setup.studio.selectFaces(task.id, { kind: 'faces', picks: [{ faceId: 'face-2', reference: 0 }] })
    await setup.until(task.id, 'done')
    await setup.reopen()
    const kept = (): Promise<readonly string[]> => readdir(join(setup.dataDir, 'faces'))
    await expect.poll(kept).toEqual([])
  })

  it('are not shown while their images can’t be saved, and the reason is given', async () => {
    const setup = await openSetup()
    const task = await submitFaceSwap(setup)
    await setup.studio.faces(task.id)
    const folder = join(setup.dataDir, 'faces')
    await rm(folder, { recursive: true })
    await writeFile(folder, 'in the way')
    await expect(setup.studio.faces(task.id)).rejects.toMatchObject({ advice: 'Free up disk space, then check again.' })
    await rm(folder)
    expect((await setup.studio.faces(task.id)).faces).toHaveLength(4)
  })
})

/** Waits until the studio requests the faces from the service again, instead of using its cache. */
async function waitForTools(setup: Setup, id: string): Promise<void> {
  const before = setup.practice.calls().filter(({ tool }) => tool === 'get_task_result').length
  for (let tries = 0; tries < 200; tries += 1) {
    await setup.studio.faces(id)
    if (setup.practice.calls().filter(({ tool }) => tool === 'get_task_result').length > before) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The tools didn’t respond again.')
}
