import { startOfLocalDay } from '../tasks/machine/start-of-local-day.ts'
import { activeConnection } from './connection-pool.ts'
import type { StudioAccount } from './studio-event.ts'
import type { StudioParts } from './studio-parts.ts'
import { systemTime } from './find-task.ts'

/** Returns the active account as the user sees it. */
export function accountView({ clock, connections, engine }: Pick<StudioParts, 'clock' | 'connections' | 'engine'>): StudioAccount {
  const { activeId } = connections
  const connection = activeConnection(connections)
  const gate = activeId === null ? null : engine.gate(activeId)
  return {
    connectionId: activeId,
    baseUrl: connection?.baseUrl ?? null,
    hold: gate?.hold ?? (connection === null ? 'no-connection' : null),
    holdMessage: gate?.message ?? null,
    holdRequestId: gate?.requestId ?? null,
    holdCheckedAt: systemTime(clock, gate?.checkedAt ?? null),
    isOnline: (gate?.offlineSince ?? null) === null,
    networkBlock: gate?.networkBlock ?? null,
    offlineSince: gate?.offlineSince ?? null,
    slowedUntil: systemTime(clock, gate?.slowedUntil ?? null),
    creditsToday: activeId === null ? 0 : engine.tasks.chargedSince(activeId, startOfLocalDay(clock.now()))
  }
}
