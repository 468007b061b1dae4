import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Orders } from './orders.ts'
import type { ToldTask } from './told-task.ts'

/** How a child ended: killed as it was meant to be (at a named step, or whenever the parent's clock said), settled, or in a way that is a defect. */
export type ChildEnd =
  | { readonly how: 'killed'; readonly atStep: string | null }
  | { readonly how: 'settled'; readonly told: readonly ToldTask[] }
  | { readonly how: 'broken'; readonly words: string }

/** A child that comes to no end is ended, and that is a defect. */
const longestCalmInMs = 240_000
const longestStartInMs = 60_000
/** A machine that has nothing else to do starts a child in this time; one that takes longer gives all of its life more of it, up to so many times. */
const plainStartInMs = 600
const mostPatience = 4

/**
 * Starts the studio in a process of its own and kills that with SIGKILL, `killAfterInMs` after it is open (later on a busy machine, where less
 * happens in that time); negative: that long after its start. Null: it ends by itself. `accepted` takes what it promised to keep, by mark.
 */
export async function runChild(orders: Orders, killAfterInMs: number | null, accepted: Map<string, string>): Promise<ChildEnd> {
  const file = `${orders.dataDir}.orders.json`
  // A thousand starts are a thousand readings of the same sources. What Node says of its own modules is no complaint of ours.
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: join(dirname(orders.dataDir), 'compiled'),
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning'
  }
  await writeFile(file, JSON.stringify(orders))
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('child.ts', import.meta.url)), file], {
      env,
      stdio: ['ignore', 'pipe', 'pipe']
    })
    const startedAt = performance.now()
    let said = ''
    let complaints = ''
    let isKilled = false
    let isTooLate = false
    const kill = (): void => {
      isKilled = true
      child.kill('SIGKILL')
    }
    let timer = setTimeout(
      () => {
        isTooLate = killAfterInMs === null || killAfterInMs >= 0
        kill()
      },
      killAfterInMs === null ? longestCalmInMs : killAfterInMs < 0 ? -killAfterInMs : longestStartInMs
    )
    child.stdout.on('data', (chunk: Buffer) => {
      const wasReady = said.includes('ready')
      said += chunk.toString()
      if (wasReady || !said.includes('ready') || killAfterInMs === null || killAfterInMs < 0) return
      clearTimeout(timer)
      const slowness = (performance.now() - startedAt) / plainStartInMs
      timer = setTimeout(kill, killAfterInMs * Math.min(mostPatience, Math.max(1, slowness)))
    })
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      for (const line of said.split('\n').slice(0, -1)) {
        const [word, mark, id] = line.split(' ')
        if (word === 'accepted' && mark !== undefined && id !== undefined) accepted.set(mark, id)
      }
      // A child that fell over by itself just before it was to be killed has fallen over, and one that complained has something to complain of.
      const complaint = unexpectedIn(complaints)
      const isAsMeant = signal === 'SIGKILL' && !isTooLate && complaint === ''
      if (isAsMeant && isKilled) return resolve({ how: 'killed', atStep: null })
      if (isAsMeant && orders.crash !== null) return resolve({ how: 'killed', atStep: orders.crash.step })
      if (code === 0 && complaint === '' && orders.weather === 'calm')
        return resolve({ how: 'settled', told: JSON.parse(readFileSync(orders.reportTo, 'utf8')) as ToldTask[] })
      const how = isTooLate ? 'it came to no end' : `code ${code} ${signal ?? ''}`
      const last = said.split('\n').filter((line) => !line.startsWith('accepted'))
      resolve({ how: 'broken', words: `child on ${orders.dataDir}: ${how}\n${complaint.slice(-3_000)}\n${last.join('\n').slice(-1_500)}` })
    })
  })
}

/** What a child said that it was not made to say: that its disk is full is what it is to say. */
function unexpectedIn(complaints: string): string {
  const expected = /^(?:\(node:\d+\) \[ERR_SQLITE_ERROR\] Error: database or disk is full|\(Use `node --trace-warnings .*|)$/
  return complaints
    .split('\n')
    .filter((line) => !expected.test(line))
    .join('\n')
}
