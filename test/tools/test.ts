import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { findChromium } from '../runtime/chromium/find-chromium.ts'
import { findElectron } from '../runtime/choose-runtime.ts'

/**
 * `npm test`: builds the app, then runs all `parts` below. Doesn't install anything. Ends with one line: `N passed, N failed, N skipped`.
 */
type Figures = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Tests that passed only on a retry. They don't fail the run, but indicate a bug in the test or the app. */
  readonly unsteady?: readonly string[]
  /** The failed tests, each with the first line of its message if it's known. Printed last, because logs are often cut at the start. */
  readonly failures?: readonly string[]
}
type Ran = { readonly exitCode: number; readonly output: string }
type Part = { readonly name: string; readonly run: () => Promise<Figures> }

const root = join(import.meta.dirname, '..', '..')
const artefacts = await mkdtemp(join(tmpdir(), 'kiln-test-'))
/** Time limit for a part, which then counts as failed. The longest part takes up to 45 minutes on two slow cores. */
const longestPartInMs = 55 * 60_000
const oneFailure: Figures = { passed: 0, failed: 1, skipped: 0 }

/** Runs a script of the project or a tool with the current Node. Prints the script's output and returns it. */
function runScript(script: string, words: readonly string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...words], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const limit = setTimeout(() => {
      console.error(`${script} was still running after ${longestPartInMs / 60_000} minutes, so it was stopped.`)
      child.kill('SIGKILL')
    }, longestPartInMs)
    let output = ''
    const show = (to: NodeJS.WriteStream) => (bytes: Buffer) => {
      output += bytes.toString()
      to.write(bytes)
    }
    child.stdout.on('data', show(process.stdout))
    child.stderr.on('data', show(process.stderr))
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(limit)
      resolve({ exitCode: code ?? 1, output })
    })
  })
}

/** Returns the figures with one failure if the part failed but didn't report a failed test. Otherwise, the failure would be overlooked. */
function honest(figures: Figures, exitCode: number): Figures {
  return exitCode !== 0 && figures.failed === 0 ? { ...figures, failed: 1 } : figures
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }))
    })
  )
})

async function unitTests(): Promise<Figures> {
  const reportFile = join(artefacts, 'unit.json')
  const { exitCode, output } = await runScript('node_modules/vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`
  ])
  if (!existsSync(reportFile)) return oneFailure
  const report = vitestReport.parse(JSON.parse(await readFile(reportFile, 'utf8')))
  const skipped = report.numPendingTests + report.numTodoTests
  return honest(
    { passed: report.numPassedTests, failed: report.numFailedTests, skipped, failures: vitestFailures(report, output) },
    exitCode
  )
}

function vitestFailures({ testResults }: z.infer<typeof vitestReport>, output: string): string[] {
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message) || crashOf(name, output)}`] : []
    return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}: ${firstLine(failureMessages?.[0])}`)
  })
}

/** Returns how a test file's process crashed. The report doesn't contain a message then, but Vitest prints one. */
function crashOf(file: string, output: string): string {
  const line = stripVTControlCharacters(output)
    .split('\n')
    .find((one) => one.includes('exited unexpectedly') && one.includes(file))
  return line?.replace(/^Caused by: /, '').trim() ?? 'Vitest gave no reason'
}

function firstLine(message = ''): string {
  return stripVTControlCharacters(message).split('\n', 1)[0] ?? ''
}

async function endToEnd(): Promise<Figures> {
  if (findElectron() === null && findChromium() === null) {
    console.error(
      'End-to-end tests need a runtime. Run `npx install-electron` with access to GitHub, or install Chromium (Debian: apt-get install chromium).'
    )
    return oneFailure
  }
  const { exitCode, output } = await runScript('node_modules/@playwright/test/cli.js', ['test', '--output', join(artefacts, 'e2e')])
  return honest(playwrightFigures(output), exitCode)
}

/**
 * Parses Playwright's summary lines, such as `  12 passed (1.2m)`. Also reads the names below `  1 failed` and `  1 flaky`. Flaky tests
 * passed on the second attempt.
 */
function playwrightFigures(output: string): Figures {
  const counts = new Map<string, number>()
  const plain = stripVTControlCharacters(output)
  for (const [, count, word] of plain.matchAll(/^\s+(\d+) (passed|failed|flaky|skipped|interrupted|did not run)\b/gm))
    if (word !== undefined) counts.set(word, Number(count))
  const of = (...words: string[]) => words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0)
  const named = (word: string) => {
    const [, lines = ''] = new RegExp(String.raw`^\s+\d+ ${word}\n((?: {4}.*\n)*)`, 'm').exec(plain) ?? []
    return lines.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.replace(/─+$/, '').trim()]))
  }
  return {
    passed: of('passed', 'flaky'),
    failed: of('failed', 'interrupted', 'did not run'),
    skipped: of('skipped'),
    unsteady: named('flaky'),
    failures: named('failed')
  }
}

/** Runs a script that prints its actions and exits with 1 if it found a violation. Counts as one test. */
async function longRun(script: string, ...args: readonly string[]): Promise<Figures> {
  const { exitCode, output } = await runScript(script, args)
  if (exitCode === 0) return { passed: 1, failed: 0, skipped: 0 }
  const violations = output.split('\n').filter((line) => line.includes('VIOLATION'))
  return { ...oneFailure, failures: violations.map((line) => `${script}: ${line}`) }
}

async function bundles(): Promise<Figures> {
  const { exitCode } = await runScript('test/tools/build.ts', [])
  return exitCode === 0 ? { passed: 0, failed: 0, skipped: 0 } : oneFailure
}

const parts: readonly Part[] = [
  { name: 'bundles', run: bundles },
  { name: 'unit, integration, properties', run: unitTests },
  { name: 'end to end', run: endToEnd },
  { name: 'crash harness, 60 rounds', run: () => longRun('test/crash/run.ts', '--rounds', '60') },
  { name: 'chaos run, 1 minute', run: () => longRun('test/chaos/run.ts', '--minutes', '1') },
  {
    // Uses the same personalities each time. A new failure is therefore caused by a change of the code. Long runs use others.
    name: 'rogue chaos, 1 minute',
    run: () => longRun('test/chaos/run.ts', '--service', 'rogue', '--personalities', '99', '--minutes', '1', '--seed', '400007')
  },
  {
    // Uses the same seeds each time, with both themes and both languages. Long runs use others.
    name: 'robot, 1 minute',
    run: () =>
      longRun('test/robot/run.ts', '--built', '--seed', '100', '--seeds', '20', '--actions', '150', '--kills', '60', '--minutes', '1')
  },
  { name: 'accounts run, 3 rounds', run: () => longRun('test/rogue/accounts-run.ts', '--rounds', '3') }
]

function sentence({ passed, failed, skipped }: Figures): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

const lines: string[] = []
const unsteady: string[] = []
const failures: string[] = []
let sum: Figures = { passed: 0, failed: 0, skipped: 0 }
for (const [place, { name, run }] of parts.entries()) {
  console.log(`\n== Part ${place + 1} of ${parts.length}: ${name} ==`)
  const startedAt = performance.now()
  const figures = await run()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  lines.push(`${figures.failed === 0 ? 'ok  ' : 'FAIL'}  ${name.padEnd(28)} ${seconds.padStart(4)} s  ${sentence(figures)}`)
  unsteady.push(...(figures.unsteady ?? []))
  if (figures.failed > 0) failures.push(...(figures.failures?.length ? figures.failures : [`${name}: no failed test was reported`]))
  sum = { passed: sum.passed + figures.passed, failed: sum.failed + figures.failed, skipped: sum.skipped + figures.skipped }
}

console.log(`\n${lines.join('\n')}`)
if (unsteady.length > 0) console.log(`Passed only on the second try:\n  ${unsteady.join('\n  ')}`)
if (sum.failed === 0) await rm(artefacts, { recursive: true, force: true })
else console.log(`Failed:\n  ${failures.join('\n  ')}\nThe artefacts of the failures are in ${artefacts}.`)
console.log(sentence(sum))
process.exitCode = sum.failed === 0 ? 0 : 1
