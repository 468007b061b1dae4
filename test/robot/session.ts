import { join } from 'node:path'
import { pickFrom, seededRandomStream } from '../crash/seeded-random-stream.ts'
import { createRobot, type Robot } from './robot.ts'
import { scenarios } from './scenarios/scenarios.ts'
import { openRobotEnvironment, type Appearance, type RobotEnvironment } from './robot-environment.ts'

export type SessionOptions = {
  readonly seed: number
  readonly actions: number
  /** Average number of actions between two random kills. 0 for no random kills. */
  readonly actionsPerKill: number
  readonly actionsBetweenScenarios: number
  /** Text in the name of the only scenario to run. Empty to run all scenarios, in an order that depends on the seed. */
  readonly scenario: string
  readonly endsAt: number
  /** Folder for the screenshot of a violation. */
  readonly screenshots: string
}
export type SessionResult = { readonly actions: number; readonly kills: number; readonly violation: string | null }

/** Returns the theme, language and window size for a seed. Twelve consecutive seeds cover every combination. */
function guiseOf(seed: number): Appearance {
  const sizes = [
    { width: 1280, height: 800 },
    { width: 900, height: 600 },
    { width: 1680, height: 1000 }
  ]
  return {
    theme: seed % 2 === 0 ? 'dark' : 'light',
    language: Math.floor(seed / 2) % 2 === 0 ? 'en' : 'zh-Hans',
    size: sizes[seed % 3] ?? { width: 1280, height: 800 }
  }
}

/** Runs one session with its own data folder. Ends after `actions` actions, at the time `endsAt`, or at the first violation. */
export async function runSession(options: SessionOptions): Promise<SessionResult> {
  const { seed } = options
  const appearance = guiseOf(seed)
  const words = `seed ${seed}, ${appearance.theme}, ${appearance.language}, ${appearance.size.width} × ${appearance.size.height}`
  let world: RobotEnvironment | null = null
  let robot: Robot | null = null
  try {
    world = await openRobotEnvironment(appearance)
    robot = await createRobot(world, seed)
    await drive(robot, options)
    await robot.checkAtEnd()
    console.log(`  ${words}: ${robot.actions()} actions, ${robot.kills()} kills`)
    return { actions: robot.actions(), kills: robot.kills(), violation: null }
  } catch (error) {
    const picture = join(options.screenshots, `seed-${seed}.png`)
    await world?.page.screenshot({ path: picture }).catch(() => undefined)
    const complaint = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const repeat = `npm run test:robot -- --seed ${seed} --actions ${options.actions} --kills ${options.actionsPerKill} --between ${options.actionsBetweenScenarios}`
    const violation = [
      `VIOLATION (${words}), at action ${robot?.actions() ?? 0}: ${complaint}`,
      ...(robot?.journal() ?? []).map((line) => `    ${line}`),
      `  screenshot: ${picture}`,
      `  repeat: ${repeat}${options.scenario === '' ? '' : ` --story ${options.scenario}`}`
    ].join('\n')
    return { actions: robot?.actions() ?? 0, kills: robot?.kills() ?? 0, violation }
  } finally {
    await world?.close()
  }
}

async function drive(robot: Robot, options: SessionOptions): Promise<void> {
  const { seed, actions, actionsPerKill, actionsBetweenScenarios, scenario, endsAt } = options
  const random = seededRandomStream(seed + 1_000_003)
  const known = scenarios.filter(({ name }) => name.includes(scenario))
  let due = 0
  let left: typeof known = []
  while (robot.actions() < actions && performance.now() < endsAt) {
    if (robot.actions() >= due) {
      if (left.length === 0) left = known
      const next = pickFrom(random, left)
      left = left.filter((one) => one !== next)
      await next.run(robot)
      due = robot.actions() + actionsBetweenScenarios
    }
    if (actionsPerKill > 0 && robot.random() < 1 / actionsPerKill) await robot.restart('kill')
    else await robot.step()
  }
}
