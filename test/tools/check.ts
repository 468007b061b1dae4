import { join } from 'node:path'
import { availableParallelism } from 'node:os'
import type { CheckPart } from './list-check-parts.ts'
import { listCheckParts } from './list-check-parts.ts'

/** `npm run check`: runs the parts in `list-check-parts.ts`. Prints a line for each part when it ends, followed by its problems. */
const waiting = [...listCheckParts(join(import.meta.dirname, '..', '..'))]
const startedAt = performance.now()
let failures = 0

async function work(): Promise<void> {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await report(part)
}

async function report(part: CheckPart): Promise<void> {
  const partStartedAt = performance.now()
  const { passed, output } = await part.run()
  console.log(`${passed ? 'ok  ' : 'FAIL'}  ${part.name.padEnd(22)} ${secondsSince(partStartedAt)}`)
  if (passed) return
  failures += 1
  console.log(output.trim().replaceAll(/^/gm, '      '))
}

function secondsSince(time: number): string {
  return `${((performance.now() - time) / 1000).toFixed(1)} s`.padStart(7)
}

await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work))
console.log(
  failures === 0
    ? `All checks passed in ${secondsSince(startedAt).trim()}.`
    : `Failed checks: ${failures}, after ${secondsSince(startedAt).trim()}.`
)
process.exitCode = failures === 0 ? 0 : 1
