import { z } from 'zod'
import { holdReasons, type HoldReason, type Task } from '../../shared/task/task.ts'
import type { SettingsFileSection } from '../settings/settings-file.ts'
import type { Studio, StudioAccount } from '../studio.ts'
import { otherAccountPrefix } from './notification-for-group.ts'

/**
 * The last account notification shown to the user, so that a restart doesn't repeat it. Stored in `settings.json`, so don't rename its
 * keys.
 */
const toldHoldSchema = z
  .object({ connectionId: z.string(), reason: z.enum(holdReasons), at: z.number() })
  .nullable()
  .catch(null)
export type ReportedHold = z.infer<typeof toldHoldSchema>

/** Reports accounts on hold. Once reported, the same hold isn't reported again until the service accepts tasks. */
export type HoldWatch = {
  /** Returns why the active account is on hold. Null if it isn't. */
  readonly hold: () => HoldReason | null
  readonly onAccount: (account: StudioAccount) => void
  readonly onTask: (task: Task) => void
}

/** `tell` reports a hold reason for a group of notifications. */
export function createHoldWatch(parts: {
  readonly studio: Pick<Studio, 'account'>
  readonly memory: SettingsFileSection<ReportedHold>
  readonly now: () => number
  readonly tell: (group: string, reason: HoldReason) => void
}): HoldWatch {
  const { studio, memory, now, tell } = parts
  let hold = studio.account().hold
  let told = toldHoldSchema.parse(memory.read() ?? null)
  /** The last reported hold reason of each inactive account, by account ID. */
  const toldOthers = new Map<string, HoldReason>()

  function remember(changed: ReportedHold): void {
    if (told === changed) return
    told = changed
    memory.write(changed)
  }

  /**
   * Reports an inactive account's hold when one of the account's tasks changes. The same reason isn't reported again until the service
   * accepts tasks.
   */
  function hearOtherAccount({ connectionId, hold: reason, acceptedAt, phase }: Task): void {
    if (connectionId === studio.account().connectionId) return
    if (acceptedAt !== null && phase !== 'held') toldOthers.delete(connectionId)
    if (phase !== 'held' || reason === null || reason === 'no-connection' || toldOthers.get(connectionId) === reason) return
    toldOthers.set(connectionId, reason)
    tell(`${otherAccountPrefix}${connectionId}`, reason)
  }

  return {
    hold: () => hold,
    onAccount: ({ connectionId, hold: reason }) => {
      if (reason === hold) return
      if (reason === null) remember(null)
      hold = reason
      if (connectionId === null || reason === null || (told?.connectionId === connectionId && told.reason === reason)) return
      remember({ connectionId, reason, at: now() })
      tell('held', reason)
    },
    onTask: (task) => {
      // The service accepts tasks again, so a later hold must be reported again.
      if (told !== null && hold === null && task.connectionId === told.connectionId && (task.acceptedAt ?? 0) > told.at) remember(null)
      hearOtherAccount(task)
    }
  }
}
