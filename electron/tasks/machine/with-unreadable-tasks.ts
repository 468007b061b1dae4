import type { Reconciliation } from '../../../shared/task/reconciliation.ts'

/** Adds the number of unreadable tasks to the report, because the reconciler doesn't receive these tasks. */
export function withUnreadableTasks<Report extends Reconciliation | null>(report: Report, count: number): Report {
  if (report === null || count === 0) return report
  return { ...report, findings: [{ code: 'unreadable-tasks', params: { count } }, ...report.findings] }
}
