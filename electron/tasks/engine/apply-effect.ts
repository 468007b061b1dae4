import { assertNever } from '../../../shared/assert-never.ts'
import type { TaskEffect } from '../machine/task-event.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import { holdAccount, slowDown } from './account-holds.ts'
import { requestRecentTasksFor, type RecentTaskDependencies } from './find-recent-tasks.ts'
import type { EngineJournal, EnginePorts } from './ports.ts'
import { checkReachabilityAfterFault, noteOffline, noteOnline } from './reachability.ts'

export type EffectDependencies = RecentTaskDependencies & {
  readonly ports: Pick<EnginePorts, 'keeper' | 'onCapabilitiesMoved'> & { readonly journal: Pick<EngineJournal, 'forgetUploads'> }
}

/** Performs an effect of a decision. `record`: the task after the event. */
export function applyEffect(effect: TaskEffect, record: TaskRecord, dependencies: EffectDependencies): void {
  const { ports } = dependencies
  const { connectionId } = record
  switch (effect.kind) {
    case 'hold-account':
      return holdAccount(connectionId, effect, dependencies)
    case 'slow-down':
      return slowDown(connectionId, effect.delayInMs, dependencies)
    case 'offline':
      return noteOffline(connectionId, effect.networkBlock, dependencies)
    case 'online':
      return noteOnline(connectionId, dependencies)
    case 'out-of-reach':
      void checkReachabilityAfterFault(connectionId, dependencies)
      return
    case 'discard-parts':
      for (const { stem, index } of effect.outputs) void ports.keeper.discardPart(stem, { record, index })
      return
    case 'read-recent':
      void requestRecentTasksFor(record, dependencies)
      return
    case 'forget-uploads':
      try {
        ports.journal.forgetUploads(connectionId, record.capability)
      } catch {
        // If the disk is full, the stale URL is kept. It's removed after the service rejects it again.
      }
      return
    case 'capabilities-moved':
      return ports.onCapabilitiesMoved(connectionId)
    default:
      return assertNever(effect)
  }
}
