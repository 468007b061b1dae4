import { useCallback } from 'react'
import { creditsCommittedSince } from '../../shared/task/daily-limit.ts'
import type { Task } from '../../shared/task/task.ts'
import { useNow } from '../ui/use-now.ts'
import { useAccount, useSettings } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import type { DailyLimitUsage } from './price-text.ts'

/** Returns the credits that count towards the active account's daily limit. Main uses the same rules. */
export function useDailyLimitUsage(): DailyLimitUsage {
  const connectionId = useAccount()?.connection?.id ?? null
  const limit = useSettings()?.dailyLimit ?? null
  const startOfDay = new Date(useNow(60_000)).setHours(0, 0, 0, 0)
  const committed = useTaskSummary(
    useCallback(
      (all: readonly Task[]) =>
        creditsCommittedSince(
          all.filter((task) => task.connectionId === connectionId),
          startOfDay
        ),
      [connectionId, startOfDay]
    )
  )
  return { committed, limit }
}
