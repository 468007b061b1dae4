import type { Fault } from '../../../shared/task/fault.ts'
import { matchRecentTasks, provesAbsence } from '../machine/recovery-plan.ts'
import { canBeMatched } from '../machine/task-predicates.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import type { RecentTask, ServiceClient } from '../ports.ts'
import { type AccountHoldDependencies, verifySameAccount } from './account-holds.ts'
import { attemptKeysOf } from './attempt-keys.ts'
import type { EngineLifecycle } from './engine-lifecycle.ts'
import type { JournalWriter } from './journal-writer.ts'
import { checkReachabilityAfterFault, noteOnline, type ReachabilityDependencies } from './reachability.ts'
import { unconfirmedTasksOf } from './task-memory.ts'

export type RecentTaskDependencies = AccountHoldDependencies &
  ReachabilityDependencies & {
    readonly lifecycle: Readonly<Pick<EngineLifecycle, 'isClosing' | 'isClosed' | 'closing'>>
    readonly journal: Pick<JournalWriter, 'together'>
  }

/** A list of recent tasks and the request that returned it. */
type RecentList = {
  readonly connectionId: string
  readonly client: ServiceClient
  readonly recent: readonly RecentTask[]
  readonly requestId: string | null
  /** Tasks that were unconfirmed before the list was read. They get an event even if they weren't found. */
  readonly lookedFor: readonly TaskRecord[]
}

/** Requests the recent tasks and updates the connection's unconfirmed tasks from them. */
export async function findUnconfirmedTasks(connectionId: string, dependencies: RecentTaskDependencies): Promise<void> {
  const { ports, lifecycle, memory, journal, lanes, tasks, recentReads } = dependencies
  const client = ports.clientOf(connectionId)
  // A task that becomes unconfirmed during the request may be missing from the list. It waits for the next request.
  const lookedFor = unconfirmedTasksOf(connectionId, memory)
  if (client === null || lookedFor.length === 0) return lanes.planRecentRead(connectionId)
  const answer = await recentReads.read(client, lookedFor)
  if (lifecycle.isClosed) return
  journal.together(() => {
    if (!answer.ok) for (const { id } of lookedFor) tasks.dispatch(id, { kind: 'recent-failed', fault: answer.fault }, client)
    else believeRecent({ connectionId, client, recent: answer.value, requestId: answer.requestId, lookedFor }, dependencies)
  })
  lanes.planRecentRead(connectionId)
}

/**
 * Reads the recent tasks before unsent tasks are sent, once per client. If the service doesn't support this request, it isn't repeated,
 * and the tasks are sent anyway.
 */
export async function requestRecentTasksOnce(connectionId: string, dependencies: RecentTaskDependencies): Promise<void> {
  const { ports, lifecycle, recentReads } = dependencies
  const client = ports.clientOf(connectionId)
  if (client === null || recentReads.isSettled(client)) return
  const answer = await recentReads.read(client, [])
  if (lifecycle.isClosed) return
  if (answer.ok) {
    believeRecent({ connectionId, client, recent: answer.value, requestId: answer.requestId, lookedFor: [] }, dependencies)
  } else if (answer.fault.kind === 'refusal' || answer.fault.kind === 'unreadable') recentReads.settle(client)
}

/** Applies a list of recent tasks. Returns the IDs of Kiln's tasks in the list. */
function believeRecent(list: RecentList, dependencies: RecentTaskDependencies): readonly string[] {
  const { connectionId, client, recent, requestId, lookedFor } = list
  const { ports, memory, gates, tasks, recentReads } = dependencies
  // The API key was replaced meanwhile, or may belong to another account. The list then says nothing about these tasks.
  if (client !== ports.clientOf(connectionId) || gates.of(connectionId).hold === 'account-changed') return []
  recentReads.settle(client)
  const keysOf = (record: TaskRecord): readonly string[] => attemptKeysOf(record, ports.keyAfter)
  const open = memory.records.unfinished(connectionId).filter(({ taskId }) => taskId === null)
  const found = matchRecentTasks({
    records: open.filter((record) => canBeMatched(record)),
    recent,
    knownTaskIds: memory.records.taskIdsOf(connectionId),
    keysOf
  })
  for (const [id, { taskId, under }] of found)
    tasks.dispatch(id, { kind: 'recent-read', foundTaskId: taskId, foundUnder: under, requestId })
  for (const record of lookedFor) {
    if (found.has(record.id)) continue
    tasks.dispatch(record.id, {
      kind: 'recent-read',
      foundTaskId: null,
      isAbsent: provesAbsence(record, recent, keysOf(record)),
      requestId
    })
  }
  return [...found.keys()]
}

/**
 * Requests the recent tasks now and updates unconfirmed tasks from them. `recent`: null if the request failed or no connection is open.
 * Also null if the API key may belong to another account. `fault`: why the request failed, otherwise null. `found`: IDs of Kiln's tasks
 * that are among the recent tasks.
 */
export async function requestRecentTasks(
  connectionId: string,
  dependencies: RecentTaskDependencies
): Promise<{ readonly recent: readonly RecentTask[] | null; readonly fault: Fault | null; readonly found: readonly string[] }> {
  const { ports, lifecycle, memory, recentReads } = dependencies
  const client = ports.clientOf(connectionId)
  if (client === null) return { recent: null, fault: null, found: [] }
  const lookedFor = unconfirmedTasksOf(connectionId, memory)
  const nameless = memory.records.unfinished(connectionId).filter(({ state, taskId }) => state.phase === 'support' && taskId === null)
  if (!(await verifySameAccount(connectionId, dependencies))) return { recent: null, fault: null, found: [] }
  const answer = await recentReads.read(client, [...lookedFor, ...nameless])
  if (!answer.ok) {
    const { fault } = answer
    // After the computer wakes up, there may be no other request that would detect the problem.
    if (fault.kind === 'not-sent' || fault.kind === 'lost' || fault.networkBlock !== null)
      void checkReachabilityAfterFault(connectionId, dependencies)
    return { recent: null, fault, found: [] }
  }
  if (lifecycle.isClosed) return { recent: answer.newest, fault: null, found: [] }
  if (client === ports.clientOf(connectionId)) noteOnline(connectionId, dependencies)
  const list = { connectionId, client, recent: answer.value, requestId: answer.requestId, lookedFor: [] }
  return { recent: answer.newest, fault: null, found: believeRecent(list, dependencies) }
}

/** Requests the recent tasks for a task with a known task ID. Dispatches an event that says whether they contain the task. */
export async function requestRecentTasksFor(
  record: TaskRecord,
  { ports, lifecycle, tasks, recentReads }: Pick<RecentTaskDependencies, 'ports' | 'lifecycle' | 'tasks' | 'recentReads'>
): Promise<void> {
  const client = ports.clientOf(record.connectionId)
  if (client === null) return
  const answer = await recentReads.read(client, [])
  if (lifecycle.isClosed || !answer.ok) return
  const isThere = (recent: readonly RecentTask[]): boolean => recent.some(({ taskId }) => taskId === record.taskId)
  tasks.dispatch(record.id, { kind: 'recent-read', foundTaskId: isThere(answer.value) ? record.taskId : null, requestId: answer.requestId })
}
