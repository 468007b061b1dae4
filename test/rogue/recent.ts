import { type Answer, jsonAnswer, refusal } from './answer.ts'
import type { RecentPersonality } from './personality.ts'
import type { RogueTask, ServiceState } from './service-state.ts'
import { settle } from './tasks.ts'

/** The list of an account's newest tasks, in whatever shape this service has for it. */
export function recentAnswer(state: ServiceState, account: string, limit: number): Answer {
  const { recent, submit } = state.personality
  if (recent.presence === 'missing') return refusal(404, 'NOT_FOUND', 'There is no such endpoint.')
  const listed = recent.presence === 'empty' ? [] : newestTasks(state, account, limit)
  const ordered = recent.order === 'newest-first' ? listed : listed.toReversed()
  const doubled = recent.twice ? ordered.flatMap((task) => [task, task]) : ordered
  const idOf = ({ taskId }: RogueTask): string | number => (submit.ids === 'number' ? Number(taskId) : taskId)
  const entries = doubled.map((task) =>
    recent.entries === 'ids' ? idOf(task) : { taskId: idOf(task), status: settle(state, task), ...detailsOf(recent, task) }
  )
  switch (recent.envelope) {
    case 'tasks':
      return jsonAnswer(200, { success: true, tasks: entries, limit })
    case 'data':
      return jsonAnswer(200, { success: true, data: { items: entries } })
    case 'bare':
      return jsonAnswer(200, entries)
    case 'map': {
      const byId = doubled.map((task) => [task.taskId, { status: settle(state, task), ...detailsOf(recent, task) }] as const)
      return jsonAnswer(200, { success: true, tasks: recent.entries === 'ids' ? entries : Object.fromEntries(byId) })
    }
  }
}

/** Newest first, as the list has them. */
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
