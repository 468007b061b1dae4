import { pickFrom } from '../crash/seeded-random-stream.ts'
import { simulateFullDisk } from '../integration/simulate-full-disk.ts'
import { fillJournalDisk } from '../integration/fill-journal-disk.ts'

const hourInMs = 3_600_000
const jumpsInMs = [0, 0, 0, 20_000, -20_000, 20 * 60_000, 3 * hourInMs, -2 * hourInMs, 26 * hourInMs] as const

/**
 * Simulates faults of the client's machine by patching Node's own functions. The tested code is therefore the shipped code. The clock may
 * already be wrong at the start. `jumpClock` changes it by a random time. `fillForAWhile` makes the library's disk, the journal's disk or
 * both temporarily full. Must be called before the studio opens.
 */
export function injectMachineFaults(random: () => number): { readonly jumpClock: () => void; readonly fillForAWhile: () => Promise<void> } {
  const trueNow = Date.now
  let aheadInMs: number = random() < 0.5 ? 0 : pickFrom(random, jumpsInMs)
  Date.now = () => trueNow() + aheadInMs

  return {
    jumpClock: () => {
      aheadInMs += pickFrom(random, jumpsInMs)
    },
    fillForAWhile: async () => {
      const whatIsFull = pickFrom(random, ['library', 'journal', 'both'])
      const makeRoom = whatIsFull === 'journal' ? () => undefined : await simulateFullDisk((path) => path.includes('.part'))
      const makeRoomInJournal = whatIsFull === 'library' ? () => undefined : fillJournalDisk().makeRoom
      setTimeout(
        () => {
          makeRoomInJournal()
          makeRoom()
        },
        50 + random() * 250
      )
    }
  }
}
