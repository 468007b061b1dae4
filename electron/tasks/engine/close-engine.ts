import type { EngineLifecycle } from './engine-lifecycle.ts'
import type { JournalWriter } from './journal-writer.ts'
import type { EnginePorts } from './ports.ts'
import type { ProbeTimers } from './probe-timers.ts'
import type { TaskLanes } from './task-lanes.ts'
import type { TaskMemory } from './task-memory.ts'

/** How long `close` waits for pending submissions. After the next start, Kiln searches for tasks whose submission took longer. */
const closeTimeoutInMs = 3_000

export type CloseDependencies = {
  readonly ports: Pick<EnginePorts, 'clock'>
  readonly lifecycle: EngineLifecycle
  readonly memory: TaskMemory
  readonly journal: Pick<JournalWriter, 'writeAtClose'>
  readonly lanes: Pick<TaskLanes, 'close' | 'idle'>
  readonly probes: Pick<ProbeTimers, 'stopAll'>
}

/** Waits for pending submissions, writes the remaining events and stops everything else. @throws if the journal can't be written. */
export async function closeEngine({ ports, lifecycle, memory, journal, lanes, probes }: CloseDependencies): Promise<void> {
  lifecycle.isClosing = true
  lanes.close()
  probes.stopAll()
  for (const stop of memory.uploadsUnderWay.values()) stop.abort()
  await new Promise<void>((resolve) => {
    const stopWaiting = ports.clock.setTimer(closeTimeoutInMs, resolve)
    void lanes.idle(['send', 'upload']).then(() => {
      stopWaiting()
      resolve()
    })
  })
  try {
    await journal.writeAtClose()
  } finally {
    lifecycle.isClosed = true
    lifecycle.closing.abort()
  }
  await lanes.idle(['look', 'poll', 'collect'])
}
