import type { TimelineDetail } from '../../../shared/task/timeline.ts'
import type { TaskHistoryEvent } from './history-event.ts'
import type { TaskRecord } from './task-record.ts'

/**
 * Returns the data that support needs for a refund, as plain text. It includes the IDs, idempotency key and app version. It also lists the
 * request IDs, each with its time and error. The text never contains the API key, file content or file paths, only file names. `detailText`
 * returns an English sentence.
 */
export function supportBundleText(
  record: TaskRecord,
  events: readonly TaskHistoryEvent[],
  origin: { readonly baseUrl: string | null; readonly appVersion: string },
  detailText: (detail: TimelineDetail) => string
): string {
  const head: readonly (readonly [string, string | null])[] = [
    ['Task ID', record.taskId],
    ['Business ID', record.businessId],
    ['Capability', record.capability],
    ['Idempotency key', record.idempotencyKey],
    ['Attempt', String(record.attempt)],
    ['State', record.state.phase],
    ['Last status', record.status],
    ['May have been accepted', record.inDoubt ? 'yes' : 'no'],
    ['Last error', lastErrorText(record)],
    ['Credits estimated', numberOrUnknown(record.credits.estimated)],
    ['Credits required', numberOrUnknown(record.credits.required)],
    ['Credits charged', numberOrUnknown(record.credits.consumed)],
    ['Created', time(record.createdAt)],
    ['First sent', record.submittedAt === null ? null : time(record.submittedAt)],
    ['Accepted', record.acceptedAt === null ? null : time(record.acceptedAt)],
    ['Files', record.inputs.map((input) => `${input.name} (${input.bytes} bytes)`).join(', ') || null],
    ['Service', origin.baseUrl],
    ['App', `Kiln ${origin.appVersion}`]
  ]
  const lines = head.map(([name, value]) => `${name}: ${value ?? 'not known'}`)
  const timeline = events.map((event) =>
    [time(event.at), event.kind, event.phase, ...responseTexts(event), event.detail === null ? event.note : detailText(event.detail)]
      .filter((part) => part !== null)
      .join('  ')
  )
  return ['Kiln support bundle', '', ...lines, '', 'Timeline', ...timeline, ''].join('\n')
}

/** Returns the last error as text. The timeline lists only some repetitions of an error. It may lack the request ID shown in the window. */
function lastErrorText({ failure }: TaskRecord): string {
  if (failure === null) return 'none'
  return [time(failure.at), ...responseTexts(failure)].filter((part) => part !== null).join('  ')
}

function responseTexts(response: Pick<TaskHistoryEvent, 'httpStatus' | 'errorType' | 'requestId'>): readonly (string | number | null)[] {
  const { httpStatus, errorType, requestId } = response
  return [httpStatus, errorType, requestId === null ? null : `X-Request-Id ${requestId}`]
}

function numberOrUnknown(value: number | null): string | null {
  return value === null ? null : String(value)
}

function time(at: number): string {
  return new Date(at).toISOString()
}
