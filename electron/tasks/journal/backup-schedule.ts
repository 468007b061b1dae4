import type { Clock } from '../ports.ts'
import { createBackup } from './backups.ts'

/** The journal's backup schedule while a studio is open. */
export type BackupSchedule = {
  /** Stops the schedule and aborts the backup in progress. */
  readonly stop: () => void
  /** Resolves when no backup is in progress. */
  readonly idle: () => Promise<void>
}

type BackupScheduleDependencies = {
  readonly dataDir: string
  readonly clock: Clock
  readonly onDefect: (error: unknown) => void
}

/** Delay before the first backup, interval between backups, and number of backups to keep. */
const firstBackupDelayInMs = 60_000
const backupEveryInMs = 6 * 3_600_000
const keptBackups = { newest: 4, days: 14 } as const

/** Schedules journal backups until `stop` is called. If a backup fails, the next one is still made. */
export function startBackupSchedule({ dataDir, clock, onDefect }: BackupScheduleDependencies): BackupSchedule {
  const end = new AbortController()
  let backingUp: Promise<void> = Promise.resolve()
  let stopTimer = planBackup(firstBackupDelayInMs)

  function planBackup(delayInMs: number): () => void {
    return clock.setTimer(delayInMs, () => {
      backingUp = createBackup(dataDir, clock.now(), keptBackups, end.signal)
        .catch((error: unknown) => {
          if (!end.signal.aborted) onDefect(error)
        })
        .finally(() => {
          if (!end.signal.aborted) stopTimer = planBackup(backupEveryInMs)
        })
    })
  }

  return {
    stop: () => {
      stopTimer()
      end.abort()
    },
    idle: () => backingUp
  }
}
