import { joinSentences } from '../../shared/i18n/join.ts'
import { currentLocale, say, word } from '../../shared/i18n/say.ts'
import type { Backup } from '../tasks/journal/backups.ts'
import { JournalError } from '../tasks/journal/journal-errors.ts'

/** The dialog for a damaged or missing journal. `cancelId` is the index of the Quit button. */
export type JournalRecoveryDialog = {
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
  readonly cancelId: number
}

export type JournalRecoveryOptions<T> = {
  readonly open: () => Promise<T>
  readonly backups: () => Promise<readonly Backup[]>
  /**
   * Replaces the journal with a backup, or with an empty journal if `backup` is null. Resolves to the path where the old journal is kept.
   * Null if no journal existed.
   */
  readonly restore: (backup: Backup | null) => Promise<string | null>
  /** Shows the dialog. Resolves to the index of the pressed button. */
  readonly ask: (question: JournalRecoveryDialog) => Promise<number>
  readonly showFolder: () => void
  readonly onRestored: (quarantine: string | null) => void
}

/**
 * Calls `open`. If the journal is damaged or missing, offers the backups and an empty journal. If the chosen backup can't be used, the
 * dialog reopens without it. Nothing is restored or emptied without confirmation. A damaged journal is always kept.
 *
 * @throws the journal's error if the user quits. Also throws every other error from `open` and `restore`.
 */
export async function openOrRecoverJournal<T>(parts: JournalRecoveryOptions<T>): Promise<T> {
  const unusable = new Set<string>()
  let chosen: Choice | null = null
  let problem: 'damaged' | 'missing' = 'damaged'
  for (;;) {
    try {
      if (chosen?.does === 'restore') parts.onRestored(await parts.restore(chosen.backup))
      chosen = null
      return await parts.open()
    } catch (error) {
      if (!(error instanceof JournalError) || (error.reason !== 'damaged' && error.reason !== 'missing')) throw error
      const failed: Backup | null = chosen?.does === 'restore' ? chosen.backup : null
      if (failed === null) problem = error.reason
      else unusable.add(failed.path)
      const backups = (await parts.backups()).filter(({ path }) => !unusable.has(path))
      const choices = choicesFor(backups)
      const pressed = await parts.ask({
        message: failed === null ? error.message : say('The backup from {at} is damaged.', { at: momentOf(failed.at) }),
        detail: detailFor(problem, backups),
        buttons: choices.map(({ words }) => say(words)),
        cancelId: choices.length - 1
      })
      chosen = choices[pressed] ?? quit
      if (chosen.does === 'quit') throw error
      if (chosen.does === 'show') parts.showFolder()
    }
  }
}

const quit = { does: 'quit', words: word('Quit') } as const

type Choice =
  | { readonly does: 'restore'; readonly backup: Backup | null; readonly words: string }
  | { readonly does: 'show' | 'quit'; readonly words: string }

function choicesFor([newest, older]: readonly Backup[]): readonly Choice[] {
  return [
    ...(newest === undefined
      ? []
      : [{ does: 'restore', backup: newest, words: say('Restore backup from {at}', { at: momentOf(newest.at) }) } as const]),
    ...(older === undefined
      ? []
      : [{ does: 'restore', backup: older, words: say('Restore backup from {at}', { at: momentOf(older.at) }) } as const]),
    { does: 'restore', backup: null, words: say('Use empty journal') },
    { does: 'show', words: say('Show folder') },
    quit
  ]
}

function detailFor(reason: 'damaged' | 'missing', [newest]: readonly Backup[]): string {
  return joinSentences(
    reason === 'missing'
      ? say('Kiln’s data folder contains other files, but not your tasks. If you moved journal.db, move it back and open Kiln again.')
      : null,
    newest === undefined
      ? say('There’s no backup yet.')
      : say(
          'There’s a backup from {at}. After restoring it, Kiln finds newer tasks in the service’s recent tasks. Nothing is charged twice.',
          {
            at: momentOf(newest.at)
          }
        ),
    reason === 'damaged'
      ? say('The damaged file is kept and your library isn’t changed, whatever you choose.')
      : say('Your library won’t change, whatever you choose.'),
    newest === undefined ? say('With an empty journal, Kiln reads the service’s recent tasks and offers to add them.') : null
  )
}

function momentOf(at: number): string {
  return new Date(at).toLocaleString(currentLocale(), { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
}
