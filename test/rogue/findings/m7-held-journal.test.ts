import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRogueStory, type RogueStory } from '../open-rogue-story.ts'

/** Another program takes the write lock of the journal; the function gives it back. */
async function holdJournal(story: RogueStory): Promise<() => void> {
  const child = fork(join(import.meta.dirname, 'hold-journal-child.ts'), [join(story.dataDir, 'journal.db')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc']
  })
  onTestFinished(() => void child.kill())
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return () => void child.send('end')
}

describe('M7: another program that holds the journal', () => {
  it('delays a submission and nothing else: the main thread runs on and gives the lock time to end', async () => {
    const story = await openRogueStory()
    const release = await holdJournal(story)
    // Runs only if the main thread is not blocked while the submission waits.
    setTimeout(release, 300)
    const task = await story.ask()
    await story.until(task.id, 'done')
    expect([story.callsTo('submit'), story.charges()]).toEqual([1, 1])
  })

  it('is not called a full disk, and nothing is sent', async () => {
    const story = await openRogueStory()
    await holdJournal(story)
    const refusal = await story.ask().catch((error: unknown) => error)
    expect(refusal).toMatchObject({ advice: expect.not.stringMatching(/room/i) })
    expect(story.callsTo('submit')).toBe(0)
  })
})
