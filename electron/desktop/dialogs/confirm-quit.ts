import { quitText } from './quit-text.ts'
import type { UnfinishedTaskCounts } from '../tray/unfinished-task-state.ts'

/** The user's choice in the quit dialog. `isForGood`: true if the user chose not to be asked again. */
export type QuitChoice = { readonly quits: boolean; readonly isForGood: boolean }

export type QuitConfirmation = {
  /** Quits. If tasks are running or waiting and confirmation isn't turned off, asks for confirmation first. */
  readonly quit: () => void
  /** True if `quit` would ask for confirmation. */
  readonly isAsking: () => boolean
}

/**
 * Creates the confirmation shown when the user quits from within Kiln. It explains which tasks continue and which wait. System shutdowns,
 * updates and signals quit without confirmation, because quitting never loses data.
 */
export function createQuitConfirmation(parts: {
  readonly counts: () => UnfinishedTaskCounts
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
