import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { electronVersion } from '../runtime/launch-arguments.ts'
import { chooseRuntime } from '../runtime/choose-runtime.ts'
import { build } from '../tools/build.ts'
import { collectFacts } from './facts.ts'
import { runtimeSentence, formatReport, type TestRun } from './report.ts'

/**
 * Entry point of `npm run real-check`. Records facts about Electron on this computer and runs the end-to-end tests. Writes a report.
 * Without real Electron, the check uses the stand-in runtime, and the report says so. `--no-tests` skips the tests. `--output=DIR` sets the
 * report's folder. Other arguments, such as the path of one test, are passed to Playwright. Exits with 1 if a test failed.
 */
const root = join(import.meta.dirname, '..', '..')
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'boolean', default: true }, output: { type: 'string', default: join(root, 'test-results', 'real-check') } },
  allowNegative: true
})
const pages = { darwin: 'macos.md', win32: 'windows.md', linux: 'linux.md' } as const
const lastLinesOfTests = 60

const runtime = chooseRuntime()
console.log(runtimeSentence(runtime, electronVersion()))
const folder = await mkdtemp(join(tmpdir(), 'kiln-real-'))
try {
  await build()
  const facts = await collectFacts(runtime, folder)
  const tests = flags.tests ? await runTests() : null
  const platform = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
  const steps = await readFile(join(import.meta.dirname, pages[platform]), 'utf8')
  const check = { runtime, electronVersion: electronVersion(), at: new Date().toISOString(), facts, tests, steps }
  const output = resolve(flags.output)
  await mkdir(output, { recursive: true })
  await writeFile(join(output, 'report.md'), formatReport(check))
  await writeFile(join(output, 'report.json'), `${JSON.stringify({ ...check, steps: undefined }, null, 2)}\n`)
  console.log(`The report is in ${join(output, 'report.md')}.`)
  process.exitCode = tests === null || tests.exitCode === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** Runs the tests with one worker. Two workers would compete for the focus and the clipboard of a real desktop. */
function runTests(): Promise<TestRun> {
  const words = ['test', '--project=e2e', '--workers=1', ...positionals]
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), ...words], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit']
    })
    let output = ''
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString()
      process.stdout.write(bytes)
    })
    child.once('error', reject)
    child.once('close', (exitCode) => {
      const lines = stripVTControlCharacters(output).trimEnd().split('\n')
      done({ words, exitCode: exitCode ?? 1, lastLines: lines.slice(-lastLinesOfTests).join('\n') })
    })
  })
}
