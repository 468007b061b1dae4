import { say, word } from '../i18n/say.ts'
import type { LedgerEntry } from '../task/ledger.ts'
import type { CreditsState } from '../task/task.ts'

const stateText: Readonly<Record<CreditsState, string>> = {
  'not-sent': word('not sent'),
  pending: word('pending'),
  charged: word('charged'),
  deferred: word('charged later'),
  'not-charged': word('not charged'),
  'refund-expected': word('refund expected'),
  refunded: word('refunded')
}

/** Returns the header line of the ledger as CSV (RFC 4180). */
export function ledgerCsvHeader(): string {
  return csvLine([
    say('Time'),
    say('Account'),
    say('Capability'),
    say('Title'),
    say('Task ID'),
    say('Estimated credits'),
    say('Required credits'),
    say('Charged credits'),
    say('Credit status')
  ])
}

/**
 * Returns one CSV line (RFC 4180) per task in the given order, with times in UTC. Text that a spreadsheet would run as a formula is
 * prefixed with an apostrophe.
 */
export function ledgerCsvLines(entries: readonly LedgerEntry[], connectionName: (id: string) => string): string {
  return entries
    .map((entry) =>
      csvLine([
        new Date(entry.at).toISOString(),
        connectionName(entry.connectionId),
        entry.capability,
        entry.title,
        entry.taskId ?? '',
        entry.estimated ?? '',
        entry.required ?? '',
        entry.consumed ?? '',
        say(stateText[entry.state])
      ])
    )
    .join('')
}

function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`
}

function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
