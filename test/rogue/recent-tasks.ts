import { type RogueResponse, rogueJsonResponse, rogueRejection } from './http-response.ts'
import type { RecentPersonality } from './personality.ts'
import type { RogueTask, ServiceState } from './service-state.ts'
import { advanceTask } from './tasks.ts'

/** Returns the list of an account's newest tasks, in this personality's format. */
export function recentTasksResponse(state: ServiceState, account: string, limit: number): RogueResponse {
  const { recent, submit } = state.personality
  if (recent.presence === 'missing') return rogueRejection(404, 'NOT_FOUND', 'There is no such endpoint.')
  const listed = recent.presence === 'empty' ? [] : newestTasks(state, account, limit)
  const ordered = recent.order === 'newest-first' ? listed : listed.toReversed()
  const doubled = recent.twice ? ordered.flatMap((task) => [task, task]) : ordered
  const idOf = ({ taskId }: RogueTask): string | number => (submit.ids === 'number' ? Number(taskId) : taskId)
  const entries = doubled.map((task) =>
    recent.entries === 'ids' ? idOf(task) : { taskId: idOf(task), status: advanceTask(state, task), ...detailsOf(recent, task) }
  )
  switch (recent.envelope) {
    case 'tasks':
      return rogueJsonResponse(200, { success: true, tasks: entries, limit })
    case 'data':
      return rogueJsonResponse(200, { success: true, data: { items: entries } })
    case 'bare':
      return rogueJsonResponse(200, entries)
    case 'map': {
      const byId = doubled.map((task) => [task.taskId, { status: advanceTask(state, task), ...detailsOf(recent, task) }] as const)
      return rogueJsonResponse(200, { success: true, tasks: recent.entries === 'ids' ? entries : Object.fromEntries(byId) })
    }
  }
}

/** Returns the account's tasks that the list contains, newest first. */
export function newestTasks(state: ServiceState, account: string, limit: number): readonly RogueTask[] {
  const { most, lagInSeconds } = state.personality.recent
  const shownUntil = state.now() - lagInSeconds * state.secondInMs
  const shown = state.tasks.filter((task) => task.account === account && (lagInSeconds === 0 || task.madeAt <= shownUntil))
  return shown.toSorted((one, other) => other.madeAt - one.madeAt || other.number - one.number).slice(0, Math.min(limit, most ?? limit))
}

function detailsOf(recent: RecentPersonality, task: RogueTask): Record<string, unknown> {
  const time = timeOf(recent, task.madeAt)
  return {
    ...(recent.namesCapability ? { capability: task.capability } : {}),
    ...(time === null ? {} : { createdAt: time }),
    ...(recent.namesKeys ? { idempotencyKey: task.idempotencyKey } : {})
  }
}

function timeOf({ times }: RecentPersonality, at: number): string | number | null {
  switch (times) {
    case 'none':
      return null
    case 'iso':
      return new Date(at).toISOString()
    case 'iso-without-zone':
      return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
    case 'seconds':
      return Math.floor(at / 1000)
    case 'milliseconds':
      return at
    case 'rfc-1123':
      return new Date(at).toUTCString()
  }
}
