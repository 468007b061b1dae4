import { say } from '../../../shared/i18n/say.ts'
import type { Reconciliation } from '../../../shared/task/reconciliation.ts'

/** Adds a message about unreadable tasks to the report, because the reconciler doesn't have these tasks. */
export function withUnreadableTasks<Report extends Reconciliation | null>(report: Report, count: number): Report {
  if (report === null || count === 0) return report
  const sentence = say(
    '{count, plural, one {# task in the journal can’t be read. It stays unchanged and won’t be sent. If the service has it, it’s listed as created elsewhere.} other {# tasks in the journal can’t be read. They stay unchanged and won’t be sent. If the service has any of them, they’re listed as created elsewhere.}}',
    { count }
  )
  return { ...report, sentences: [sentence, ...report.sentences] }
}
