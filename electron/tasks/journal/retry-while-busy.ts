import { isJournalBusyError } from './journal-errors.ts'

/** Tries `work` up to `tries` times while another program locks the journal. Throws the last error. */
export async function retryWhileBusy<T>(work: () => T | Promise<T>, pause: () => Promise<unknown>, tries: number): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (left <= 1 || !isJournalBusyError(error)) throw error
    }
    await pause()
  }
}
