import { describe, expect, it } from 'vitest'
import { ledgerBy, ledgerSums } from '../../shared/ledger.ts'
import { checkLedger, checkFolderInvariants } from '../chaos/invariants.ts'
import { isSettled } from '../chaos/simulated-user.ts'
import { reportedTasks } from '../chaos/reported-task.ts'
import { randomFrom } from '../crash/random-from.ts'
import { agendaOf, type AgendaItem, extraTasks, networkIsBack, contractChangeSentences, shifts } from './day-agenda.ts'
import { type Day, openDay } from './open-day.ts'

const seed = Number(process.env['KILN_DAY_SEED'] ?? Date.now() % 1_000_000)
const startingCredits = 100_000
/** The day starts at 8:00 and ends at 8:00 on the next day. */
const morning = new Date(2026, 10, 20, 8).getTime()
const hour = 3_600_000

/*
 * Simulates 24 hours in a few seconds, with 300 tasks of all kinds. The day has two sleeps, an expired subscription, a revoked key and a
 * contract change. It also has a network failure, two restarts and an ordinary day's small faults. The clock is manual and moves from one
 * timer to the next.
 */
describe('a simulated day', () => {
  it(`ends with all tasks and credits accounted for (KILN_DAY_SEED=${seed})`, { timeout: 300_000 }, async () => {
    const random = randomFrom(seed)
    const day = await openDay({ startsAt: morning, startingCredits, tasks: 300 - extraTasks, random })
    await day.studio.checkContract('now')
    await live(day, agendaOf(day, random))

    const { studio, practice } = day
    const { told, violations, phases } = await judge(day)
    expect(told).toHaveLength(300)
    expect(told.filter((task) => task.phase === 'support' || !isSettled(task)).map(({ bundle }) => bundle)).toEqual([])
    expect(violations).toEqual([])
    // Checks that the day had tasks in each of these phases.
    expect(Object.fromEntries(phases)).toMatchObject({ done: expect.any(Number), refused: 2, cancelled: 3, failed: expect.any(Number) })

    const sums = ledgerSums(studio.ledger())
    expect(sums).toMatchObject({ later: 0, refundExpected: 0, pending: 0, unknown: 0 })
    expect(sums.charged).toBe(startingCredits - practice.account.view().balance)
    const days = creditsByDay(day)
    expect(days).toHaveLength(2)
    for (const { ours, theirs } of days) expect(ours).toEqual(theirs)

    expect(studio.contractChanges().changes.map(({ sentences }) => sentences)).toEqual([contractChangeSentences])
    expect(studio.reconciliation()?.sentences).toEqual(['Everything matches: 300 tasks accounted for.'])
  })
})

/** Runs the agenda. The lid is closed between the shifts, and the network returns shortly after the machine wakes. */
async function live(day: Day, agenda: readonly AgendaItem[]): Promise<void> {
  const { time, wire } = day
  for (const [place, [from, to]] of shifts.entries()) {
    if (place > 0) {
      wire.isCut = () => true
      await time.sleepUntil(morning + from * hour)
      day.studio.wake()
      await time.passUntil(time.now() + 20_000)
      networkIsBack(day)
    }
    for (const { at, run } of agenda.filter((item) => item.at >= from && item.at < to)) {
      await time.passUntil(Math.max(time.now(), morning + at * hour))
      await run()
    }
    await time.passUntil(morning + to * hour)
  }
}

/** Compares the journal, the disk and the service's ledger. */
async function judge({ practice, studio, dataDir, workload }: Day) {
  await studio.library.idle()
  const told = reportedTasks(studio)
  const serviceState = { tasks: practice.tasks(), ledger: practice.ledger() }
  const { violations, phases } = checkFolderInvariants({ dataDir, workload, told, unmarkedTasks: extraTasks }, new Map(), serviceState)
  const keys = new Set(told.map(({ idempotencyKey }) => idempotencyKey))
  return { told, phases, violations: [...violations, ...checkLedger(serviceState, keys)].map(({ rule, words }) => `${rule}: ${words}`) }
}

/** Charged and refunded credits for each day's tasks, from the journal's ledger and the service's. */
function creditsByDay({ practice, studio }: Day) {
  return ledgerBy(studio.ledger(), ({ at }) => new Date(at).toDateString()).map(({ key: day, entries, sums }) => {
    const taskIds = new Set(entries.map(({ taskId }) => taskId))
    const booked = (kind: 'charge' | 'refund'): number =>
      practice.ledger().reduce((sum, entry) => sum + (entry.kind === kind && taskIds.has(entry.taskId) ? entry.credits : 0), 0)
    return {
      ours: { day, charged: sums.charged, givenBack: sums.refunded },
      theirs: { day, charged: booked('charge') - booked('refund'), givenBack: booked('refund') }
    }
  })
}
