import { describe, expect, it } from 'vitest'
import { groupLedgerEntries, ledgerSums } from '../../shared/task/ledger.ts'
import { checkLedger, checkFolderInvariants } from '../chaos/invariants.ts'
import { isSettled } from '../chaos/simulated-user.ts'
import { reportedTasks } from '../chaos/reported-task.ts'
import { seededRandomStream } from '../crash/seeded-random-stream.ts'
import { agendaOf, type AgendaItem, extraTaskCount, restoreNetwork, contractDifferences, workingHours } from './day-agenda.ts'
import { type SimulatedDay, openSimulatedDay } from './open-simulated-day.ts'
import { reportSentences } from '../shared/phrases/phrase-texts.ts'

const seed = Number(process.env['KILN_DAY_SEED'] ?? Date.now() % 1_000_000)
const startingCredits = 100_000
/** The simulated day starts at 8:00 and lasts 24 hours. */
const morning = new Date(2026, 10, 20, 8).getTime()
const hour = 3_600_000

/*
 * Simulates 24 hours with 300 tasks of all kinds in a few seconds. The clock is manual and moves from one timer to the next. The day has
 * two sleeps, an expired subscription, a revoked key and a contract change. It also has a network failure and two restarts. Small faults
 * also occur, as on an ordinary day.
 */
describe('a simulated day', () => {
  it(`ends with all tasks and credits accounted for (KILN_DAY_SEED=${seed})`, { timeout: 1_800_000 }, async () => {
    const random = seededRandomStream(seed)
    const day = await openSimulatedDay({ startsAt: morning, startingCredits, tasks: 300 - extraTaskCount, random })
    await day.studio.checkContract('now')
    await live(day, agendaOf(day, random))

    const { studio, practice } = day
    const { told, violations, phases } = await judge(day)
    expect(told).toHaveLength(300)
    expect(told.filter((task) => task.phase === 'support' || !isSettled(task)).map(({ bundle }) => bundle)).toEqual([])
    expect(violations).toEqual([])
    // The day had tasks in each of these phases.
    expect(Object.fromEntries(phases)).toMatchObject({ done: expect.any(Number), refused: 2, cancelled: 3, failed: expect.any(Number) })

    const sums = ledgerSums(studio.ledger())
    expect(sums).toMatchObject({ later: 0, refundExpected: 0, pending: 0, unknown: 0 })
    expect(sums.charged).toBe(startingCredits - practice.account.view().balance)
    const days = creditsByDay(day)
    expect(days).toHaveLength(2)
    for (const { ours, theirs } of days) expect(ours).toEqual(theirs)

    expect(studio.contractChanges().changes.map(({ differences }) => differences)).toEqual([contractDifferences])
    expect(reportSentences(studio.reconciliation())).toEqual(['Your tasks match the service’s records. 300 tasks were checked.'])
  })
})

/** Runs the agenda. Simulates sleep between the shifts. The network returns 20 seconds after the machine wakes. */
async function live(day: SimulatedDay, agenda: readonly AgendaItem[]): Promise<void> {
  const { time, wire } = day
  for (const [place, [from, to]] of workingHours.entries()) {
    if (place > 0) {
      wire.isCut = () => true
      await time.sleepUntil(morning + from * hour)
      day.studio.wake()
      await time.passUntil(time.now() + 20_000)
      restoreNetwork(day)
    }
    for (const { at, run } of agenda.filter((item) => item.at >= from && item.at < to)) {
      await time.passUntil(Math.max(time.now(), morning + at * hour))
      await run()
    }
    await time.passUntil(morning + to * hour)
  }
}

/** Checks the journal, the files and the service's ledger against each other. Returns the reported tasks and all violations. */
async function judge({ practice, studio, dataDir, workload }: SimulatedDay) {
  await studio.library.idle()
  const told = await reportedTasks(studio)
  const serviceState = { tasks: practice.tasks(), ledger: practice.ledger() }
  const { violations, phases } = checkFolderInvariants({ dataDir, workload, told, unmarkedTasks: extraTaskCount }, new Map(), serviceState)
  const keys = new Set(told.map(({ idempotencyKey }) => idempotencyKey))
  return { told, phases, violations: [...violations, ...checkLedger(serviceState, keys)].map(({ rule, words }) => `${rule}: ${words}`) }
}

/** Returns the charged and refunded credits of each day. `ours` is from the journal's ledger, and `theirs` from the service's. */
function creditsByDay({ practice, studio }: SimulatedDay) {
  return groupLedgerEntries(studio.ledger(), ({ at }) => new Date(at).toDateString()).map(({ key: day, entries, sums }) => {
    const taskIds = new Set(entries.map(({ taskId }) => taskId))
    const booked = (kind: 'charge' | 'refund'): number =>
      practice.ledger().reduce((sum, entry) => sum + (entry.kind === kind && taskIds.has(entry.taskId) ? entry.credits : 0), 0)
    return {
      ours: { day, charged: sums.charged, givenBack: sums.refunded },
      theirs: { day, charged: booked('charge') - booked('refund'), givenBack: booked('refund') }
    }
  })
}
