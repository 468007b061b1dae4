import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describeMachine } from './describe-machine.ts'
import type { BenchReport } from './report.ts'

/*
 * `npm run bench [name ...]`: runs the named benchmarks, or all of them. They run one after another, each in its own process. Only ratios
 * to a peer in the same run are meaningful. Absolute figures depend on the machine.
 */
const benches: Readonly<Record<string, () => Promise<{ readonly run: () => Promise<BenchReport> }>>> = {
  upload: () => import('./upload.ts'),
  download: () => import('./download.ts'),
  journal: () => import('./journal.ts'),
  poll: () => import('./poll.ts'),
  launch: () => import('./launch.ts'),
  contract: () => import('./contract.ts'),
  gallery: () => import('./gallery.ts'),
  stage: () => import('./stage.ts'),
  library: () => import('./library.ts'),
  bulk: () => import('./bulk.ts'),
  fairness: () => import('./fairness.ts'),
  responsive: () => import('./responsive.ts')
}
const [first, ...others] = process.argv.slice(2)

if (first === '--one') {
  const { run } = await benchOf(others[0] ?? '')()
  process.stdout.write(`REPORT ${JSON.stringify(await run())}\n`)
  // A benchmark may leave open sockets to a peer that has exited.
  process.exit(0)
}

const asked = first === undefined ? Object.keys(benches) : [first, ...others]
for (const name of asked) benchOf(name)
console.log(`Machine: ${await describeMachine()}`)
let missed = 0
for (const name of asked) {
  const report = await runAlone(name)
  console.log(`\n${report.title}`)
  const width = Math.max(...report.rows.map((row) => row.name.length))
  for (const row of report.rows) {
    const gate = row.gate === undefined ? '' : `   ${row.ok === true ? 'met' : 'MISSED'}: ${row.gate}`
    if (row.ok === false) missed += 1
    console.log(`  ${row.name.padEnd(width)}   ${row.value}${gate}`)
  }
}
console.log(missed === 0 ? '\nEvery limit was met.' : `\n${missed} ${missed === 1 ? 'limit was' : 'limits were'} missed.`)
process.exitCode = missed === 0 ? 0 : 1

function benchOf(name: string): () => Promise<{ readonly run: () => Promise<BenchReport> }> {
  const bench = benches[name]
  if (bench === undefined) throw new Error(`Unknown benchmark ${name}. Available: ${Object.keys(benches).join(', ')}.`)
  return bench
}

function runAlone(name: string): Promise<BenchReport> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--one', name], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('close', (code) => {
      const line = said.split('\n').find((one) => one.startsWith('REPORT '))
      if (line === undefined) reject(new Error(`The benchmark ${name} exited with code ${code} and without a report.\n${said}`))
      else resolve(JSON.parse(line.slice('REPORT '.length)) as BenchReport)
    })
  })
}
