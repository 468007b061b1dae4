import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say } from '../../../shared/i18n/say.ts'
import { isJournalBusyError } from './journal-errors.ts'

type JournalWrite<T> = {
  /** Runs before each attempt. Throws if the write is no longer allowed. */
  readonly mayWrite: () => void
  readonly write: () => T
  /** Text of the error if the journal can't be written. */
  readonly message: string
  readonly advice: string
}

type WriteDependencies = {
  /** Resolves after this delay, in milliseconds, or when Kiln closes. */
  readonly pause: (delayInMs: number) => Promise<void>
  readonly onDefect: (error: unknown) => void
}

/**
 * Number of attempts to write to a busy journal. With SQLite's own wait of 20 ms each, they take about 5 s. Not multiplied by `timeScale`,
 * because another program causes the delay.
 */
const triesWhenBusy = 19
const pauseWhenBusyInMs = 250

/**
 * Writes to the journal. Throws an error for the user if that fails. An unsaved task is never sent (invariant I1 in ARCHITECTURE.md).
 * While another program locks the journal, the write is retried for about 5 s.
 */
export async function writeWhenUnlocked<T>(
  { mayWrite, write, message, advice }: JournalWrite<T>,
  { pause, onDefect }: WriteDependencies
): Promise<T> {
  for (let left = triesWhenBusy; ; left -= 1) {
    mayWrite()
    try {
      return write()
    } catch (cause) {
      const isBusy = isJournalBusyError(cause)
      if (isBusy && left > 1) await pause(pauseWhenBusyInMs)
      else {
        onDefect(cause)
        throw isBusy ? busyJournalError(cause) : new UserFacingError(message, { advice, cause })
      }
    }
  }
}

function busyJournalError(cause: unknown): UserFacingError {
  const message = say('Another app is using Kiln’s data folder, so nothing was sent or charged.')
  return new UserFacingError(message, { advice: say('Try again in a moment. You can also close the other app.'), cause })
}
