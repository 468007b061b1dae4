import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'

/** A process that a bench started (`startClient`): answers each line on its standard input with a line of JSON. */
export async function answerLines(work: (line: string) => Promise<unknown>): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${JSON.stringify(await work(line))}\n`)
  process.exit(0)
}

/**
 * The most memory that this process has had in bytes. Where the system says so itself: the figure that comes with its resource usage also holds
 * what the process that started it had.
 */
export function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
}
