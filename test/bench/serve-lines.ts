import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'

/** Serves a benchmark's parent process (`startClient`): responds to each line on standard input with a line of JSON. */
export async function serveLines(work: (line: string) => Promise<unknown>): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${JSON.stringify(await work(line))}\n`)
  process.exit(0)
}

/**
 * Peak memory of this process in bytes. Read from the system if possible, because `process.resourceUsage()` also includes the parent
 * process.
 */
export function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
}
