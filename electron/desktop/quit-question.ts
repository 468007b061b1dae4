import { quitWords } from '../core/quit-words.ts'
import type { WorkCounts } from '../core/work-under-way.ts'

/** What a person answers: `isForGood`: not to be asked again. */
export type QuitAnswer = { readonly quits: boolean; readonly isForGood: boolean }

export type QuitQuestion = {
  /** A person wants to quit: asks them where something is under way, then quits. */
  readonly quit: () => void
  /** Whether there is something to ask. */
  readonly isAsking: () => boolean
}

/**
 * Says what goes on and what waits before Kiln quits. Only where a person quits by Kiln's own doors: a system that shuts down, an update and a
 * signal are not held up, and nothing is lost by any of them.
 */
export function createQuitQuestion(parts: {
  readonly counts: () => WorkCounts
  readonly isWanted: () => boolean
  readonly ask: (words: { readonly message: string; readonly detail: string }) => Promise<QuitAnswer>
  readonly stopAsking: () => void
  readonly quit: () => void
}): QuitQuestion {
  const { counts, isWanted, ask, stopAsking, quit } = parts
  let isOpen = false
  const words = (): ReturnType<typeof quitWords> => (isWanted() ? quitWords(counts()) : null)

  async function askThenQuit(said: NonNullable<ReturnType<typeof quitWords>>): Promise<void> {
    isOpen = true
    try {
      const { quits, isForGood } = await ask(said)
      if (!quits) return
      if (isForGood) stopAsking()
      quit()
    } finally {
      isOpen = false
    }
  }
  return {
    quit: () => {
      if (isOpen) return
      const said = words()
      if (said === null) quit()
      else void askThenQuit(said)
    },
    isAsking: () => words() !== null
  }
}
