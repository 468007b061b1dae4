import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from '../tools/build.ts'
import { runSession } from './session.ts'

/*
 * `npm run test:robot`: performs random actions in Kiln's window, connected to the practice service. Each session has a seed.
 * `--seed S --actions N` repeats a session. Exits with 1 if a rule was broken.
 */
const { values: flags } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Number of sessions, each with the next seed. Fewer run if the time is up. */
    seeds: { type: 'string', default: '1' },
    actions: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '0' },
    /** Average number of actions between two random kills. 0 turns random kills off. Scenarios may still kill the app. */
    kills: { type: 'string', default: '120' },
    /** Number of random actions between two scenarios. */
    between: { type: 'string', default: '40' },
    /** Repeats only the scenario whose name contains this text. */
    story: { type: 'string', default: '' },
    keep: { type: 'string', default: 'test-results/robot' },
    /** Stops at the first violation. */
    bail: { type: 'boolean', default: false },
    /** Doesn't check whether `out/` is up to date. */
    built: { type: 'boolean', default: false }
  }
})
const root = join(import.meta.dirname, '..', '..')
const screenshots = join(root, flags.keep)
await mkdir(screenshots, { recursive: true })
if (!flags.built) await build()

const startedAt = performance.now()
const endsAt = Number(flags.minutes) > 0 ? startedAt + Number(flags.minutes) * 60_000 : Infinity
let actions = 0
let kills = 0
let sessions = 0
let violations = 0
for (let place = 0; place < Number(flags.seeds) && performance.now() < endsAt; place += 1) {
  const session = await runSession({
    seed: Number(flags.seed) + place,
    actions: Number(flags.actions),
    actionsPerKill: Number(flags.kills),
    actionsBetweenScenarios: Number(flags.between),
    scenario: flags.story,
    endsAt,
    screenshots
  })
  sessions += 1
  actions += session.actions
  kills += session.kills
  if (session.violation === null) continue
  violations += 1
  console.error(session.violation)
  if (flags.bail) break
}
const seconds = (performance.now() - startedAt) / 1_000
console.log(
  `robot: ${actions} actions in ${sessions} sessions from seed ${flags.seed}, ${kills} kills, ${seconds.toFixed(0)} s, ${(actions / seconds).toFixed(1)} actions per second`
)
console.log(violations === 0 ? 'robot: 0 violations' : `robot: FAILED, ${violations} violations`)
process.exit(violations === 0 ? 0 : 1)
