import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../../shared/i18n/say.ts'
import { seededRandomStream } from '../crash/seeded-random-stream.ts'
import { performRandomAction, type Action } from './actions.ts'
import { checkCounts, checkDefects, checkFocus, checkLibrary, checkCharges, checkRestart, checkUndo, type Snapshot } from './invariants.ts'
import { takeWindowSnapshot, pressOfferedUndo } from './window-snapshot.ts'
import { createPriceWatch } from './price-watch.ts'
import { takeMainSnapshot, type MainSnapshot } from './main-snapshot.ts'
import { ViolationError } from './violation-error.ts'
import type { RobotEnvironment } from './robot-environment.ts'

const lastActionsKept = 30
const snapshotsRemembered = 30
/** Maximum time until the window shows the main process's data, in milliseconds. */
const patienceInMs = 15_000
/** Maximum age of a snapshot in milliseconds. Before an action, an older snapshot is replaced. */
const longestSnapshotInMs = 250

/** Performs actions in one window and checks every rule after each action. Scenarios use the robot for their steps. */
export type Robot = {
  readonly world: RobotEnvironment
  readonly random: () => number
  readonly actions: () => number
  readonly kills: () => number
  /** Returns descriptions of the last actions, oldest first. */
  readonly journal: () => readonly string[]
  /** Performs one random action, then runs every check. */
  readonly step: () => Promise<void>
  /** Performs up to `most` actions that neither edit nor leave the view. Examples are scrolling and changing the theme. */
  readonly idle: (most: number) => Promise<void>
  /** Performs one action of a scenario, then runs every check. */
  readonly act: (words: string, run: () => Promise<void>, allows?: AllowedEffects) => Promise<Snapshot>
  readonly now: () => Promise<Snapshot>
  /** Waits until `holds` returns true for a new snapshot. @throws ViolationError of `rule` after `timeoutInMs`. */
  readonly until: (rule: string, words: string, holds: (snapshot: Snapshot) => boolean, timeoutInMs?: number) => Promise<Snapshot>
  readonly pressUndo: () => Promise<void>
  /** Presses the newest Undo and checks that this restores the state `goal`. */
  readonly undo: (words: string, goal: Snapshot) => Promise<void>
  readonly restart: (how: 'kill' | 'quit', allows?: AllowedEffects) => Promise<void>
  /** Starts Kiln after a scenario has quit the app. Checks that nothing was lost. */
  readonly started: (words: string) => Promise<void>
  readonly checkAtEnd: () => Promise<void>
}

/** True if `error` is a 404 for the file of a deleted result. The viewer may request this file, because the queue keeps the task. */
function isOfDeletedResult(error: string, { main: mainSnapshot }: Snapshot): boolean {
  const [, id] = /404 .*\/media\/(?:result|thumbnail)\/([\w.-]+)/.exec(error) ?? []
  return id !== undefined && !mainSnapshot.items.has(id)
}

/** Effects that a scenario causes on purpose and that therefore aren't violations. */
export type AllowedEffects = { readonly removesItems?: boolean; readonly changesItems?: boolean; readonly submits?: boolean }

export async function createRobot(world: RobotEnvironment, seed: number): Promise<Robot> {
  const random = seededRandomStream(seed)
  const log: string[] = []
  const prices = createPriceWatch(world.service)
  let actions = 0
  let kills = 0
  let snapshotAt = 0
  let last = await look()
  /** States that an undo may restore, newest last. */
  let earlier: readonly Snapshot[] = [last]
  /** Texts of the Undo notifications in the last snapshots, oldest first. */
  let seenToasts: readonly (readonly string[])[] = [last.ui.undoToasts]

  async function look(): Promise<Snapshot> {
    const ledger = world.service.ledger().slice()
    snapshotAt = performance.now()
    const texts = { undo: say('Undo'), broken: say('Something went wrong inside Kiln'), unknownPrice: say('price unknown') }
    const seen = await takeWindowSnapshot(world.page, texts)
    // Taking a snapshot clears the recorded presses. Every snapshot must report them, because most snapshots aren't compared with the
    // previous one.
    prices.press(seen.pressedActions)
    const mainSnapshot = await takeMainSnapshot(world.page)
    if (mainSnapshot === null) throw new ViolationError('the main process responds', 'task.list or a library request failed')
    return { ui: seen, main: mainSnapshot, ledger }
  }

  function note(words: string): void {
    actions += 1
    log.push(`${actions}. ${words}`)
    if (process.env['ROBOT_LOG'] !== undefined) console.log(`${(performance.now() / 1_000).toFixed(1)} s  ${actions}. ${words}`)
    if (log.length > lastActionsKept) log.shift()
  }

  async function settle(): Promise<void> {
    await world.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))))
  }

  /** Takes snapshots until `check` passes. @throws the last ViolationError after `patienceInMs`. */
  async function patiently(snapshot: Snapshot, check: (snapshot: Snapshot) => void): Promise<Snapshot> {
    const until = performance.now() + patienceInMs
    for (let current = snapshot; ; current = await look()) {
      try {
        check(current)
        return current
      } catch (error) {
        if (!(error instanceof ViolationError) || performance.now() > until) throw error
        await sleep(100)
      }
    }
  }

  async function checkAll(action: Action, allowedEffects: AllowedEffects): Promise<void> {
    await settle()
    const before = last
    let now = await look()
    if (allowedEffects.submits !== true) prices.observe(before, now, action)
    checkCharges(now)
    prices.check(now)
    // Checked before the library and the layout, because an error may be the cause of violations there.
    const errors = world.takeErrors().filter((words) => !isOfDeletedResult(words, now))
    if (errors.length > 0) throw new ViolationError('no console error', errors.join('\n'))
    now = await patiently(now, (snapshot) => checkLibrary(before, snapshot, allowedEffects))
    now = await patiently(now, checkDefects)
    now = await patiently(now, checkCounts)
    now = await patiently(now, (snapshot) => checkFocus(before, snapshot, action))
    last = now
    earlier = [...earlier, now].slice(-4)
    // A dialog hides notifications. Notifications that reappear when the dialog closes aren't new.
    const isNewUndo = now.ui.undoToasts.some((toast) => !seenToasts.flat().includes(toast))
    seenToasts = [...seenToasts, now.ui.undoToasts].slice(-snapshotsRemembered)
    // An Undo that appears while typing belongs to an earlier action. It doesn't restore the text. An Undo during an idle action may belong
    // to a scenario. The scenario presses that Undo itself.
    if (isNewUndo && !['undo', 'story', 'type', 'idle'].includes(action.kind) && random() < 0.5) await undoNow(before)
  }

  /**
   * Presses an Undo that has just appeared. Checks that the state equals the state before the last action. If the notification appeared
   * late, an earlier state is also correct.
   */
  async function undoNow(before: Snapshot): Promise<void> {
    const goals = [...earlier.slice(0, -1), before]
    const beforeUndo = last
    note('press the Undo that was just offered')
    if (!(await pressOfferedUndo(world.page, say('Undo')))) return
    await settle()
    last = await patiently(await look(), (snapshot) => checkUndo(goals, snapshot, beforeUndo))
    earlier = [last]
    await checkAll({ kind: 'undo', description: 'undo' }, { changesItems: true, removesItems: true })
  }

  async function start(): Promise<void> {
    await world.start()
    last = await look()
    earlier = [last]
  }

  const robot: Robot = {
    world,
    random,
    actions: () => actions,
    kills: () => kills,
    journal: () => log,
    step: async () => {
      // On a busy machine, a button may have become enabled since the last snapshot.
      if (performance.now() - snapshotAt > longestSnapshotInMs) last = await look()
      const action = await performRandomAction(robot, last.ui)
      note(`${last.ui.view}: ${action.description}`)
      if (world.page.isClosed()) return start()
      // An undo restores every item of a bulk change, and doesn't offer an undo itself.
      const isUndo = action.kind === 'undo' || action.description.includes('ControlOrMeta+z')
      return checkAll(action, isUndo ? { changesItems: true, removesItems: true } : {})
    },
    idle: async (most) => {
      for (let count = Math.floor(random() * (most + 1)); count > 0; count -= 1) {
        const action = await performRandomAction(robot, last.ui, 'idle')
        note(action.description)
        await checkAll(action, {})
      }
    },
    act: async (description, run, allowedEffects = {}) => {
      note(description)
      await run()
      await checkAll({ kind: 'story', description }, allowedEffects)
      return last
    },
    now: async () => (last = await look()),
    until: async (rule, words, holds, timeoutInMs = 20_000) => {
      const end = performance.now() + timeoutInMs
      for (;;) {
        last = await look()
        if (holds(last)) return last
        if (performance.now() > end) throw new ViolationError(rule, words)
        await sleep(150)
      }
    },
    pressUndo: async () => {
      const offered = (await look()).ui.undoToasts
      if (offered.length > 0 && (await pressOfferedUndo(world.page, say('Undo')))) return
      // A slow click may time out after it took effect. The shortcut would then undo an earlier change too.
      const left = (await look()).ui.undoToasts
      if (left.length < offered.length) return
      // If the notification never appeared, or can't be clicked, the keyboard shortcut undoes the same change.
      // In a text field, the shortcut would undo typing instead.
      await world.page.evaluate(
        () =>
          document.activeElement instanceof HTMLElement &&
          document.activeElement.matches('input, textarea') &&
          document.activeElement.blur()
      )
      await world.page.keyboard.press('ControlOrMeta+z')
    },
    undo: async (words, goal) => {
      note(words)
      await robot.pressUndo()
      await settle()
      last = await patiently(await look(), (snapshot) => checkUndo([goal], snapshot))
      earlier = [last]
    },
    started: async (words) => {
      const before = last
      note(words)
      await start()
      last = await patientlyAfterStart(before, {})
    },
    restart: async (how, allows = {}) => {
      const before = await look()
      note(how === 'kill' ? 'SIGKILL, then start again' : 'quit, then start again')
      if (how === 'kill') kills += 1
      await (how === 'kill' ? world.kill() : world.quit())
      await start()
      // After a start, the library opens in the background, so its items may appear late.
      last = await patientlyAfterStart(before, allows)
    },
    checkAtEnd: async () => {
      const settled = await robot.until(
        'every task comes to an end',
        'some tasks are still open',
        ({ main: mainSnapshot }) => mainSnapshot.tasks.every(isAtRest),
        90_000
      )
      checkCharges(settled)
      prices.check(settled)
    }
  }

  async function patientlyAfterStart(before: Snapshot, allowedEffects: AllowedEffects): Promise<Snapshot> {
    const end = performance.now() + 15_000
    for (;;) {
      const now = await look()
      try {
        checkRestart(before, now, allowedEffects)
        checkCharges(now)
        return now
      } catch (error) {
        if (!(error instanceof ViolationError) || performance.now() > end) throw error
        await sleep(250)
      }
    }
  }
  return robot
}

/** True for tasks that have ended, or that wait for the user, the account or their batch. */
function isAtRest({ phase, batch }: MainSnapshot['tasks'][number]): boolean {
  return (
    ['done', 'failed', 'refused', 'cancelled', 'support', 'held', 'needs_input', 'unconfirmed'].includes(phase) ||
    (phase === 'queued' && batch !== null)
  )
}
