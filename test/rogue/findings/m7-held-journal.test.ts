import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRogueSetup, type RogueSetup } from '../open-rogue-setup.ts'

/** Holds the journal's write lock in another process. Returns a function that releases the lock. */
async function holdJournal(setup: RogueSetup): Promise<() => void> {
  const child = fork(join(import.meta.dirname, 'hold-journal-child.ts'), [join(setup.dataDir, 'journal.db')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc']
  })
  onTestFinished(() => void child.kill())
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return () => void child.send('end')
}

describe('M7: another program that locks the journal', () => {
  it('delays only a submission, and doesn’t block the main thread', async () => {
    const setup = await openRogueSetup()
    const release = await holdJournal(setup)
    // Releases the lock. This timer can fire only if the waiting submission doesn't block the main thread.
    setTimeout(release, 300)
    const task = await setup.ask()
    await setup.until(task.id, 'done')
    expect([setup.callsTo('submit'), setup.charges()]).toEqual([1, 1])
  })

  it('isn’t reported as a full disk, and nothing is sent', async () => {
    const setup = await openRogueSetup()
    await holdJournal(setup)
    const refusal = await setup.ask().catch((error: unknown) => error)
    expect(refusal).toMatchObject({ advice: expect.not.stringMatching(/room|space/i) })
    expect(setup.callsTo('submit')).toBe(0)
  })
})
