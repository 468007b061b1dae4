import { quitText } from '../core/quit-text.ts'
import type { WorkCounts } from '../core/active-work.ts'

/** The user's choice. `isForGood`: true if Kiln shouldn't ask again. */
export type QuitChoice = { readonly quits: boolean; readonly isForGood: boolean }

export type QuitConfirmation = {
  /** Quits. Asks for confirmation first if tasks are unfinished. */
  readonly quit: () => void
  /** True if `quit` would ask for confirmation. */
  readonly isAsking: () => boolean
}

/**
 * Explains which tasks continue and which wait before the user quits from within Kiln. System shutdowns, updates and signals quit without a
 * question. No quit loses data.
 */
export function createQuitConfirmation(parts: {
  readonly counts: () => WorkCounts
  readonly isWanted: () => boolean
  readonly ask: (words: { readonly message: string; readonly detail: string }) => Promise<QuitChoice>
  readonly stopAsking: () => void
  readonly quit: () => void
}): QuitConfirmation {
  const { counts, isWanted, ask, stopAsking, quit } = parts
  let isOpen = false
  const words = (): ReturnType<typeof quitText> => (isWanted() ? quitText(counts()) : null)

  async function askThenQuit(said: NonNullable<ReturnType<typeof quitText>>): Promise<void> {
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
