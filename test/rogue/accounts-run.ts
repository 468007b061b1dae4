import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemGlibEnvironment } from '../runtime/system-glib-environment.ts'
import type { RogueAccount } from './rogue-accounts.ts'
import { type AccountsRunOptions, type ReportedAccountTask, type ConnectionId, accountIdsByConnection } from './accounts-options.ts'
import { createCallFault, applyPersonalityChanges, type Personality, defaultPersonality } from './personality.ts'
import { pickRandom, seededRandom } from './random.ts'
import { openRogueService, type RogueService } from './rogue-service.ts'
import { parseRogueFields } from './tasks.ts'

/*
 * `npm run test:accounts`: uses two accounts at one origin. Their API keys are replaced at random moments. The client is repeatedly killed
 * with SIGKILL. After each round, the service's records show which account received each task and was charged.
 */
const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, seed: { type: 'string', default: String(Date.now() % 1_000_000) } }
})
const requestsPerRound = 24
const killsPerRound = 5
const settleLimitInMs = 40_000
const ids = Object.keys(accountIdsByConnection) as ConnectionId[]
const firstSeed = Number(flags.seed)
const tally = { rounds: 0, kills: 0, tasks: 0, chargedOnTwo: 0, chargedTwice: 0, sentToWrong: 0, notDone: 0, violations: 0, broken: 0 }
const badSeeds: number[] = []
const scratch = await mkdtemp(join(tmpdir(), 'kiln-accounts-'))
for (let round = 0; round < Number(flags.rounds); round += 1) await runRound(firstSeed + round)
const faults = tally.chargedOnTwo + tally.chargedTwice + tally.sentToWrong + tally.notDone + tally.violations + tally.broken
if (tally.kills === 0 || tally.tasks === 0) throw new Error('The run had no kills or no tasks.')
await rm(scratch, { recursive: true, force: true })
console.log(
  [
    `accounts: ${tally.rounds} rounds from seed ${firstSeed}, ${tally.tasks} tasks, ${tally.kills} kills`,
    `  ${tally.chargedOnTwo} charged on two accounts, ${tally.chargedTwice} charged twice on one, ${tally.sentToWrong} sent to the wrong account`,
    `  ${tally.notDone} unfinished or without a file, ${tally.violations} other violations, ${tally.broken} broken clients`,
    faults === 0 ? 'accounts: every task stayed with its account' : `accounts: FAILED in rounds ${badSeeds.join(', ')}`,
    ...badSeeds.slice(0, 3).map((seed) => `npm run test:accounts -- --rounds 1 --seed ${seed}`)
  ].join('\n')
)
process.exitCode = faults === 0 ? 0 : 1

/**
 * Draws the content of the recent-task list, and adds lost responses. Both affect whether a client can distinguish its account from
 * another.
 */
function drawRound(random: () => number): Personality {
  return applyPersonalityChanges(defaultPersonality, {
    query: { secondsToFinish: pickRandom(random, [0, 5, 60]) },
    recent: {
      presence: pickRandom(random, ['listed', 'listed', 'listed', 'missing', 'empty']),
      entries: pickRandom(random, ['objects', 'objects', 'ids']),
      namesKeys: random() < 0.5,
      times: pickRandom(random, ['iso', 'none'])
    },
    faults: [
      createCallFault({ on: 'submit', chance: 0.25, does: { kind: 'reset' }, afterWork: true }),
      createCallFault({ on: 'submit', chance: 0.15, does: { kind: 'reset' } }),
      createCallFault({ on: 'query', chance: 0.05, does: { kind: 'reset' } })
    ]
  })
}

async function runRound(seed: number): Promise<void> {
  const random = seededRandom(seed)
  const service = await openRogueService({ personality: drawRound(random), seed, timeScale: 0.01 })
  const accounts: Record<ConnectionId, RogueAccount> = { default: service.account, second: service.accounts.create('second') }
  const dataDir = join(scratch, `data-${seed}`)
  await mkdir(dataDir)
  const requests = Array.from({ length: requestsPerRound }, (_, place) => ({
    mark: `vase ${seed} number ${place}`,
    id: ids[place % 2] as ConnectionId
  }))
  const keys = (): AccountsRunOptions['keys'] => ids.map((id) => ({ id, apiKey: accounts[id].apiKey() }))
  const life = { dataDir, baseUrl: service.url, settleLimitInMs, reportTo: `${dataDir}.report.json` }
  const run = (changes: Pick<AccountsRunOptions, 'connections' | 'requests' | 'isStorm'>): Promise<ReportedAccountTask[] | null> =>
    runChild({ ...life, keys: keys(), seed: Math.floor(random() * 2 ** 31), ...changes }, random)
  try {
    // Gives each account a finished task, by which Kiln can later recognise the account's keys.
    service.change({ faults: [] })
    await run({ connections: keys(), requests: requests.slice(0, 2), isStorm: false })
    service.change({ faults: drawRound(seededRandom(seed)).faults })
    for (let kill = 0; kill < killsPerRound; kill += 1) {
      if (random() < 0.3) accounts[pickRandom(random, ids)].replaceKeys()
      // Kiln opens with the keys that were entered last, which may belong to the wrong account.
      const left = keys().map(({ id, apiKey }) => ({ id, apiKey: random() < 0.75 ? apiKey : accounts[otherThan(id)].apiKey() }))
      await run({
        connections: random() < 0.5 ? left : left.toReversed(),
        requests: requests.slice(0, Math.ceil((requestsPerRound * (kill + 1)) / killsPerRound)),
        isStorm: true
      })
      tally.kills += 1
    }
    service.change({ faults: [] })
    const reported = await run({ connections: keys(), requests, isStorm: false })
    if (reported !== null) judge(reported, requests, service, seed)
    else badSeeds.push(seed)
  } finally {
    await service.close()
  }
  tally.rounds += 1
}

function otherThan(id: ConnectionId): ConnectionId {
  return id === 'default' ? 'second' : 'default'
}

/**
 * Starts a client and returns its report. If `isStorm` is true, kills the client at a random moment after startup and returns null. Also
 * returns null if the client fails.
 */
async function runChild(orders: AccountsRunOptions, random: () => number): Promise<ReportedAccountTask[] | null> {
  const file = `${orders.dataDir}.orders.json`
  await writeFile(file, JSON.stringify(orders))
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'accounts-child.ts'), file], {
      env: {
        ...process.env,
        ...systemGlibEnvironment(),
        NODE_COMPILE_CACHE: join(scratch, 'compiled'),
        NODE_OPTIONS: '--disable-warning=ExperimentalWarning'
      },
      stdio: ['ignore', 'pipe', 'pipe']
    })
    let complaints = ''
    let isKilled = false
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
    child.stdout.once('data', () => {
      if (!orders.isStorm) return
      setTimeout(
        () => {
          isKilled = true
          child.kill('SIGKILL')
        },
        100 + random() * random() * 3_000
      )
    })
    child.on('close', (code) => {
      if (orders.isStorm && isKilled) return resolve(null)
      if (!orders.isStorm && code === 0) return resolve(JSON.parse(readFileSync(orders.reportTo, 'utf8')) as ReportedAccountTask[])
      tally.broken += 1
      console.error(`A client on ${orders.dataDir} exited with code ${code}.\n${complaints.slice(-2_000)}`)
      resolve(null)
    })
  })
}

function judge(
  reported: readonly ReportedAccountTask[],
  requests: AccountsRunOptions['requests'],
  service: RogueService,
  seed: number
): void {
  const found: string[] = []
  const fail = (what: 'chargedOnTwo' | 'chargedTwice' | 'sentToWrong' | 'notDone' | 'violations', words: string): void => {
    tally[what] += 1
    found.push(words)
  }
  for (const { mark, id } of requests) {
    const home = accountIdsByConnection[id]
    const mine = reported.filter((task) => task.mark === mark)
    const made = service.tasks().filter((task) => parseRogueFields(task.body)['prompt'] === mark)
    const charges = service.ledger().filter(({ kind, taskId }) => kind === 'charge' && made.some((task) => task.taskId === taskId))
    const accounts = new Set(charges.map(({ account }) => account))
    if (accounts.size > 1) fail('chargedOnTwo', `${mark} was charged on ${[...accounts].join(' and ')}`)
    else if (charges.length > 1) fail('chargedTwice', `${mark} was charged ${charges.length} times on ${home}`)
    const keys = new Set(mine.map(({ idempotencyKey }) => idempotencyKey))
    const strays = service
      .calls()
      .filter((call) => call.endpoint === 'submit' && keys.has(call.idempotencyKey ?? '') && call.account !== null && call.account !== home)
    if (strays.length > 0) fail('sentToWrong', `${mark} of ${home} was sent to ${strays[0]?.account} (${strays.length} times)`)
    const [task] = mine
    const isWhole = task?.phase === 'done' && task.paths.length === 1 && task.paths.every((path) => existsSync(path))
    if (mine.length !== 1 || !isWhole) fail('notDone', `${mark} of ${home} has ${mine.length} tasks, phase ${task?.phase ?? 'none'}`)
  }
  for (const { rule, words } of service.violations()) fail('violations', `${rule}: ${words}`)
  tally.tasks += reported.length
  if (found.length > 0) badSeeds.push(seed)
  console.log(`round ${seed}: ${found.length} violations`)
  for (const words of found.slice(0, 10)) console.error(`  ${words}`)
}
