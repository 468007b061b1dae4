import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { fuzzAppProtocol } from './app-protocol.ts'
import { fuzzIpc } from './ipc.ts'
import { fuzzParsers } from './parsers.ts'

/*
 * `npm run test:fuzz`: a longer run of the fuzzing in the unit tests. Prints the counts at the end. Each reported fault includes the seed
 * and position that reproduce it.
 */
const { values: flags } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    'per-channel': { type: 'string', default: '10000' },
    requests: { type: 'string', default: '200000' },
    inputs: { type: 'string', default: '1000000' },
    only: { type: 'string' }
  }
})
const seed = Number(flags.seed)

type Finished = { readonly counted: string; readonly faults: readonly string[] }
type Part = { readonly name: string; readonly run: (tell: (what: string) => void) => Promise<Finished> }

const parts: readonly Part[] = [
  {
    name: 'protocol',
    run: async (onProgress) => {
      const { requests, unsendable, statuses, faults } = await fuzzAppProtocol({ requests: Number(flags.requests), seed, onProgress })
      const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
      return { counted: `${requests} requests, ${unsendable} of them unsendable, ${answers.join(', ')}`, faults }
    }
  },
  {
    name: 'parsers',
    run: async (onProgress) => {
      const reports = await fuzzParsers({ inputs: Number(flags.inputs), seed, limitsTime: true, onProgress })
      const inputs = reports.reduce((sum, report) => sum + report.inputs, 0)
      const each = reports.map(
        (report) => `      ${report.name}: ${report.inputs}, read as ${report.readAs}, slowest ${report.slowestInMs} ms`
      )
      return {
        counted: [`${inputs} inputs for ${reports.length} parsers`, ...each].join('\n'),
        faults: reports.flatMap(({ faults }) => faults)
      }
    }
  },
  {
    name: 'ipc',
    run: async (onProgress) => {
      const { channels, payloads, hadToBeRefused, answered, refusedInWords, faults } = await fuzzIpc({
        perChannel: Number(flags['per-channel']),
        seed,
        onProgress
      })
      const rest = `${answered} of the others succeeded, ${refusedInWords} were rejected with a message`
      return { counted: `${payloads} payloads on ${channels} channels, ${hadToBeRefused} invalid, ${rest}`, faults }
    }
  }
]

/**
 * Maximum time between two progress updates, in milliseconds. After that, the watchdog reports the last step and kills the process. This
 * works even if the main thread is blocked.
 */
const longestSilenceInMs = 300_000
const watchdog = new Worker(
  `const { parentPort } = require('node:worker_threads')
  let last = 'the start'
  let timer = null
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      require('node:fs').writeSync(2, 'The fuzzer hangs in ' + last + '.\\n')
      process.kill(process.pid, 'SIGKILL')
    }, ${longestSilenceInMs})
  }
  parentPort.on('message', (what) => {
    last = what
    wait()
  })
  wait()`,
  { eval: true }
)
function tellWatchdog(what: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  watchdog.postMessage(what)
}

const lines: string[] = []
let faultCount = 0
for (const { name, run } of parts) {
  if (flags.only !== undefined && flags.only !== name) continue
  const startedAt = performance.now()
  const { counted, faults } = await run((what) => tellWatchdog(`${name}: ${what}`))
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  for (const fault of faults) console.log(`FOUND  ${fault}`)
  lines.push(`${faults.length === 0 ? 'ok  ' : 'FAIL'}  ${name}, seed ${seed}, ${seconds} s: ${counted}`)
  faultCount += faults.length
}
await watchdog.terminate()
console.log(lines.join('\n'))
console.log(faultCount === 0 ? 'No faults found.' : `Faults found: ${faultCount}.`)
process.exitCode = faultCount === 0 ? 0 : 1
