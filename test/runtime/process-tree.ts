import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

type Row = { readonly pid: number; readonly parent: number; readonly isDead: boolean }

function listProcesses(): readonly Row[] {
  if (process.platform === 'win32') throw new Error('The process tree is read with ps, which Windows has not')
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n')
  return rows.map((row) => {
    const [pid, parent, state = ''] = row.trim().split(/\s+/)
    // Dead, and not yet buried by its parent.
    return { pid: Number(pid), parent: Number(parent), isDead: state.startsWith('Z') }
  })
}

/** Process ids of everything that `pid` has started, and that those have started. */
export function descendantsOf(pid: number): readonly number[] {
  const rows = listProcesses()
  const found = [pid]
  for (const parent of found) found.push(...rows.filter((row) => row.parent === parent).map((row) => row.pid))
  return found.slice(1)
}

/** Waits until none of `pids` runs; rejects after `limitInMs`. */
export async function untilGone(pids: readonly number[], limitInMs = 10_000): Promise<void> {
  for (const deadline = Date.now() + limitInMs; ; await delay(50)) {
    const running = listProcesses().filter((row) => !row.isDead && pids.includes(row.pid))
    if (running.length === 0) return
    if (Date.now() > deadline) throw new Error(`Still running after ${limitInMs} ms: ${running.map((row) => row.pid).join(', ')}`)
  }
}
