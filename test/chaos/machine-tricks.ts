import { pickFrom } from '../crash/random-from.ts'
import { fillDisk } from '../stories/fill-disk.ts'
import { fillJournal } from '../stories/fill-journal.ts'

const hourInMs = 3_600_000
const jumpsInMs = [0, 0, 0, 20_000, -20_000, 20 * 60_000, 3 * hourInMs, -2 * hourInMs, 26 * hourInMs] as const

/**
 * What the machine under a client does to it: the clock is wrong from the start and jumps, the disk of the library and that of the journal
 * are full for a while. Patches Node's own doors, so that the code under test is the code that ships. Has to be called before the studio opens.
 */
export function playTricks(random: () => number): { readonly jumpClock: () => void; readonly fillForAWhile: () => Promise<void> } {
  const trueNow = Date.now
  let aheadInMs: number = random() < 0.5 ? 0 : pickFrom(random, jumpsInMs)
  Date.now = () => trueNow() + aheadInMs

  return {
    jumpClock: () => {
      aheadInMs += pickFrom(random, jumpsInMs)
    },
    fillForAWhile: async () => {
      const whatIsFull = pickFrom(random, ['library', 'journal', 'both'])
      const makeRoom = whatIsFull === 'journal' ? () => undefined : await fillDisk((path) => path.includes('.part'))
      const makeRoomInJournal = whatIsFull === 'library' ? () => undefined : fillJournal().makeRoom
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
