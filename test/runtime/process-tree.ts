import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

/** A process. `startedAt`: start time, in a platform-specific unit that is only for comparison. 0 if unknown. */
type Row = { readonly pid: number; readonly parent: number; readonly isDead: boolean; readonly startedAt: number }

function listProcesses(): readonly Row[] {
  if (process.platform === 'win32') return listOnWindows()
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n')
  return rows.map((row) => {
    const [pid, parent, state = ''] = row.trim().split(/\s+/)
    // A zombie has exited but hasn't been reaped by its parent.
    return { pid: Number(pid), parent: Number(parent), isDead: state.startsWith('Z'), startedAt: 0 }
  })
}

function listOnWindows(): readonly Row[] {
  const script = 'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CreationDate.Ticks)" }'
  return parseWindowsProcesses(execFileSync('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script], { encoding: 'utf8' }))
}

/** Parses lines of process ID, parent's ID and creation time. The system's own processes have no time. */
export function parseWindowsProcesses(text: string): readonly Row[] {
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => {
      const [pid, parent, ticks] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), isDead: false, startedAt: Number(ticks ?? 0) }
    })
}

/** Returns the process IDs of all descendants of `pid`. */
export function descendantsOf(pid: number, rows: readonly Row[] = listProcesses()): readonly number[] {
  const found = rows.filter((row) => row.pid === pid)
  for (const parent of found)
    // On Windows, a process keeps its parent's ID after the parent has ended. The ID may be reused. A process is therefore a child only if
    // it isn't older than its parent.
    found.push(...rows.filter((row) => row.parent === parent.pid && row.startedAt >= parent.startedAt && !found.includes(row)))
  return found.slice(1).map((row) => row.pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function stillRunning(pids: readonly number[]): readonly number[] {
  // On other systems a signal also reaches zombies, so `isRunning` can't be used.
  if (process.platform === 'win32') return pids.filter(isRunning)
  return listProcesses().flatMap((row) => (!row.isDead && pids.includes(row.pid) ? [row.pid] : []))
}

/** Waits until none of `pids` runs. Rejects after `limitInMs`. */
export async function waitForExit(pids: readonly number[], limitInMs = 10_000): Promise<void> {
  for (const deadline = Date.now() + limitInMs; ; await delay(50)) {
    const running = stillRunning(pids)
    if (running.length === 0) return
    if (Date.now() > deadline) throw new Error(`Still running after ${limitInMs} ms: ${running.join(', ')}`)
  }
}
