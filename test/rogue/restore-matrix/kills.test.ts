import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStudio, restoreJournal } from '../../../electron/studio.ts'
import { hasKilledItself } from '../../crash/has-killed-itself.ts'
import { openTestJournal } from '../../electron/tasks/journal/open-test-journal.ts'
import type { RestoreWorld } from './open-restore-world.ts'
import { type RestoreCell, type RestoreFunction, runRestoreCell } from './restore-cell.ts'
import { restoreTimelines } from './restore-timelines.ts'
import { recentLists, restoreSeedCount } from './test-each-cell.ts'

/** Restores in a process that kills itself at `step`. `step`: null if the process isn't killed. */
function restoreInChild(dataDir: string, backupPath: string, step: number | null) {
  const child = join(import.meta.dirname, '..', '..', 'electron', 'tasks', 'journal', 'restore-child.ts')
  return spawnSync(process.execPath, [child, dataDir, backupPath, String(step ?? 'none')], { encoding: 'utf8' })
}

/** Returns the names of a restore's steps. */
async function stepsOfRestoring(): Promise<readonly string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kiln-steps-'))
  const backupPath = join(dataDir, 'backups', 'journal-1000000000000.db')
  await mkdir(join(dataDir, 'backups'))
  const journal = await openTestJournal(backupPath)
  journal.close()
  await writeFile(join(dataDir, 'journal.db'), 'damaged')
  const { status, stdout, stderr } = restoreInChild(dataDir, backupPath, null)
  await rm(dataDir, { recursive: true })
  if (status !== 0) throw new Error(`The restore steps couldn’t be listed.\n${stderr}`)
  return JSON.parse(stdout) as string[]
}

/**
 * Returns a function that restores in a process that kills itself at `step`. The next start must open the restored journal or offer the
 * restore again. If it offers the restore, the function restores again.
 */
function restoreWithKill(step: number): RestoreFunction {
  return async ({ dataDir }: RestoreWorld, backup) => {
    const { status: code, signal, stderr } = restoreInChild(dataDir, backup?.path ?? '', step)
    expect([hasKilledItself({ code, signal, stderr }), stderr]).toEqual([true, ''])
    const question = await openStudio({ dataDir, connection: null }).then(
      async (studio) => {
        await studio.close()
        return null
      },
      (error: unknown) => error
    )
    if (question === null) return
    expect(question).toMatchObject({ name: 'JournalError', reason: expect.stringMatching(/^(?:damaged|missing)$/) })
    await restoreJournal(dataDir, backup)
  }
}

const steps = await stepsOfRestoring()

describe('restoring a backup leads to the expected outcome after a kill', () => {
  for (let seed = 0; seed < restoreSeedCount; seed += 1)
    for (const [step, name] of steps.entries()) {
      // Each step tests another timeline, which also varies with the seed.
      const round = Math.floor(step / restoreTimelines.length)
      const timeline = restoreTimelines[(step + seed) % restoreTimelines.length] as (typeof restoreTimelines)[number]
      const list = recentLists[(step + round + 2 * seed) % recentLists.length] as (typeof recentLists)[number]
      const isFresh = (round + seed) % 2 === 0
      const words = `${timeline.state}, the list ${list}${isFresh ? '' : ', days later'}`
      it(`at step ${step}, ${name}: ${words}${seed === 0 ? '' : `, seed ${seed}`}`, async () => {
        const cell: RestoreCell = { timeline, way: { kind: 'damaged', moment: 'in that state' }, list, isFresh, seed }
        const { found, wanted } = await runRestoreCell(cell, restoreWithKill(step))
        expect(found).toEqual(wanted)
      })
    }
})
