import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemGlibEnvironment } from '../runtime/system-glib-environment.ts'
import { hasKilledItself } from '../crash/has-killed-itself.ts'
import type { ChaosRunOptions } from './run-options.ts'
import type { ReportedTask } from './reported-task.ts'

/**
 * How a child ended. `killed`: as intended, at `atStep` or, if that is null, by the parent's timer. `settled`: all tasks are settled and
 * reported. `broken`: the child failed because of a defect.
 */
export type ChaosChildOutcome =
  | { readonly how: 'killed'; readonly atStep: string | null }
  | { readonly how: 'settled'; readonly told: readonly ReportedTask[] }
  | { readonly how: 'broken'; readonly words: string }

/** Time limit for a child process in `calm` conditions, in milliseconds. A child that exceeds it is killed and counts as a defect. */
const longestCalmInMs = 240_000
/**
 * Time limit in milliseconds for a child with a `quietLimitInMs`. The limit is longer, because this child exits on its own if its tasks
 * don't make progress. On a busy machine, 8 children need more than four minutes.
 */
const longestWatchedCalmInMs = 900_000
const longestStartInMs = 10 * 60_000
/**
 * Startup time of a child on an idle machine, in milliseconds. A slower startup extends the child's lifetime in proportion, at most by the
 * factor `mostPatience`.
 */
const plainStartInMs = 600
const mostPatience = 4

/**
 * Starts the studio in its own process. Kills the process with SIGKILL `killAfterInMs` milliseconds after the studio is open. The delay is
 * longer on a busy machine, because the studio does less in the same time. If `killAfterInMs` is negative, the time counts from the start
 * of the process. If `killAfterInMs` is null, the process ends on its own. `accepted` receives the IDs of accepted tasks, by mark.
 */
export async function runChild(
  chaosRunOptions: ChaosRunOptions,
  killAfterInMs: number | null,
  accepted: Map<string, string>
): Promise<ChaosChildOutcome> {
  const file = `${chaosRunOptions.dataDir}.orders.json`
  // Caches compiled sources, because a run starts about a thousand children. Node's warnings about its own modules aren't defects of Kiln.
  const env = {
    ...process.env,
    ...systemGlibEnvironment(),
    NODE_COMPILE_CACHE: join(dirname(chaosRunOptions.dataDir), 'compiled'),
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning'
  }
  const longestCalm = chaosRunOptions.quietLimitInMs === null ? longestCalmInMs : longestWatchedCalmInMs
  await writeFile(file, JSON.stringify(chaosRunOptions))
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
      killAfterInMs === null ? longestCalm : killAfterInMs < 0 ? -killAfterInMs : longestStartInMs
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
      // A child that failed just before the kill counts as broken. So does a child with unexpected error output.
      const complaint = unexpectedIn(complaints)
      const isAsMeant = !isTooLate && complaint === ''
      if (isAsMeant && isKilled && signal === 'SIGKILL') return resolve({ how: 'killed', atStep: null })
      if (isAsMeant && chaosRunOptions.crash !== null && hasKilledItself({ code, signal, stderr: complaint }))
        return resolve({ how: 'killed', atStep: chaosRunOptions.crash.step })
      if (code === 0 && complaint === '' && chaosRunOptions.conditions === 'calm')
        return resolve({ how: 'settled', told: JSON.parse(readFileSync(chaosRunOptions.reportTo, 'utf8')) as ReportedTask[] })
      const how = isTooLate ? 'didn’t exit in time' : `code ${code} ${signal ?? ''}`
      const last = said.split('\n').filter((line) => !line.startsWith('accepted'))
      resolve({
        how: 'broken',
        words: `child on ${chaosRunOptions.dataDir}: ${how}\n${complaint.slice(-3_000)}\n${last.join('\n').slice(-1_500)}`
      })
    })
  })
}

/** Returns the lines of `complaints` (a child's stderr) that indicate a defect. Messages about a full disk are expected. */
function unexpectedIn(complaints: string): string {
  const expected = /^(?:\(node:\d+\) \[ERR_SQLITE_ERROR\] Error: database or disk is full|\(Use `node --trace-warnings .*|)$/
  return complaints
    .split('\n')
    .filter((line) => !expected.test(line))
    .join('\n')
}
