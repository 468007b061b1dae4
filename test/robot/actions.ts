import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../../shared/i18n/say.ts'
import { pickFrom } from '../crash/seeded-random-stream.ts'
import { chooseVisibleMenuItem, closeMenu, readOpenMenuLabels } from '../e2e/app-menu.ts'
import { dropOrPasteFile } from './drop-or-paste-file.ts'
import { type Control, type WindowSnapshot, pressOfferedUndo } from './window-snapshot.ts'
import type { Robot } from './robot.ts'

/** An action that the robot performed. `description` is its text in the report. */
export type Action = { readonly kind: 'click' | 'key' | 'type' | 'drop' | 'menu' | 'undo' | 'idle' | 'story'; readonly description: string }

type Kind = 'click' | 'key' | 'go' | 'type' | 'drop' | 'menu' | 'undo' | 'context' | 'modified' | 'drag' | 'idle'

/** Relative frequency of each action, in per cent. */
const weights: readonly (readonly [Kind, number])[] = [
  ['click', 40],
  ['key', 18],
  ['type', 11],
  ['go', 9],
  ['drop', 4],
  ['idle', 5],
  ['context', 3],
  ['modified', 3],
  ['undo', 3],
  ['drag', 2],
  ['menu', 2]
]

const keys = [
  'Tab',
  'Tab',
  'Shift+Tab',
  'Enter',
  'Space',
  'Escape',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'Delete',
  'Backspace',
  'ControlOrMeta+a',
  'ControlOrMeta+z',
  'ControlOrMeta+k',
  'ControlOrMeta+Enter',
  'Shift+ArrowRight',
  'Shift+F10',
  'F1',
  '?',
  '/',
  '0',
  '3',
  '5'
] as const

const places = ['ControlOrMeta+1', 'ControlOrMeta+1', 'ControlOrMeta+2', 'ControlOrMeta+3', 'ControlOrMeta+4', 'ControlOrMeta+,'] as const

const texts = [
  'a tall vase',
  'ein Krug mit ü und ß',
  '高い壺 🦊',
  'مزهرية زرقاء',
  '-2+3+cmd|’ /C calc’!A0',
  '12',
  '-1',
  '99999999999999999999',
  '#FF8800',
  '<b>not bold</b>',
  'https://example.com/a.png',
  '%',
  ' '
] as const

/** True for controls that change the account or the route to the service. The random actions avoid these controls. */
function leavesTheStage(name: string): boolean {
  const left = [
    say('Disconnect'),
    say('Leave'),
    say('Switch account'),
    say('Practice service'),
    say('Replace key'),
    say('No proxy'),
    say('Custom proxy'),
    say('PAC file')
  ]
  return left.some((words) => name === words || name === `${words}…`)
}

/** Performs one random action that is currently possible. If `only` is `idle`, the action neither edits nor leaves the view. */
export async function performRandomAction(robot: Robot, windowSnapshot: WindowSnapshot, only?: 'idle'): Promise<Action> {
  const { page } = robot.world
  const kind = only ?? weighted(robot.random)
  const controls = windowSnapshot.controls.filter(({ name }) => !leavesTheStage(name))
  const control = controls.length === 0 ? null : pickFrom(robot.random, controls)
  const named = control === null ? '' : `${control.role} “${control.name}”`
  switch (kind) {
    case 'click':
      if (control === null) return press(robot, 'Escape')
      await page.mouse.click(control.x, control.y)
      return { kind: 'click', description: `click ${named}` }
    case 'context':
      if (control === null) return press(robot, 'Escape')
      await page.mouse.click(control.x, control.y, { button: 'right' })
      return { kind: 'click', description: `right click ${named}` }
    case 'modified': {
      if (control === null) return press(robot, 'Escape')
      const modifier = pickFrom(robot.random, ['Shift', 'ControlOrMeta'] as const)
      await page.keyboard.down(modifier)
      await page.mouse.click(control.x, control.y)
      await page.keyboard.up(modifier)
      return { kind: 'click', description: `${modifier} click ${named}` }
    }
    case 'drag':
      return control === null ? press(robot, 'Escape') : drag(robot, control, pickFrom(robot.random, controls))
    case 'key':
      return press(robot, pickFrom(robot.random, keys))
    case 'go':
      return press(robot, pickFrom(robot.random, places))
    case 'type':
      return type(robot, controls)
    case 'drop': {
      const path = pickFrom(robot.random, robot.world.files)
      const how = pickFrom(robot.random, ['drop', 'paste'] as const)
      await dropOrPasteFile(page, path, how)
      return { kind: 'drop', description: `${how} ${path.split(/[\\/]/).at(-1) ?? ''}` }
    }
    case 'menu':
      return chooseFromMenu(robot)
    case 'undo':
      if (windowSnapshot.undoToasts.length === 0 || !(await pressOfferedUndo(page, say('Undo')))) return press(robot, 'ControlOrMeta+z')
      return { kind: 'undo', description: 'press Undo in a notification' }
    case 'idle':
      return idle(robot)
  }
}

function weighted(random: () => number): Kind {
  let place = random() * weights.reduce((sum, [, weight]) => sum + weight, 0)
  return weights.find(([, weight]) => (place -= weight) < 0)?.[0] ?? 'click'
}

async function press({ world, random }: Robot, key: string): Promise<Action> {
  const times = /^(Tab|Arrow)/.test(key) ? 1 + Math.floor(random() * 4) : 1
  for (let time = 0; time < times; time += 1) await world.page.keyboard.press(key)
  return { kind: 'key', description: `press ${times > 1 ? `${times} times ` : ''}${key}` }
}

async function type(robot: Robot, controls: readonly Control[]): Promise<Action> {
  const { page } = robot.world
  const fields = controls.filter(({ isText }) => isText)
  if (fields.length === 0) return press(robot, 'Tab')
  const field = pickFrom(robot.random, fields)
  const text = pickFrom(robot.random, texts)
  await page.mouse.click(field.x, field.y)
  const isReplaced = robot.random() < 0.5
  if (isReplaced) await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  return { kind: 'type', description: `${isReplaced ? 'replace' : 'add to'} “${field.name}”: ${text}` }
}

async function drag(robot: Robot, from: Control, to: Control): Promise<Action> {
  const { mouse } = robot.world.page
  await mouse.move(from.x, from.y)
  await mouse.down()
  await mouse.move(to.x, to.y, { steps: 4 })
  await mouse.up()
  return { kind: 'click', description: `drag from “${from.name}” to “${to.name}”` }
}

/** Opens the app menu, then chooses a random item or closes the menu. */
async function chooseFromMenu(robot: Robot): Promise<Action> {
  const { app, page } = robot.world.kiln
  await page.keyboard.press('F10')
  const words = await readOpenMenuLabels(app)
  if (words.length === 0) return { kind: 'menu', description: 'press F10 without opening a menu' }
  const ids = await app.evaluate(readMenu)
  const choosable = ids.filter((id) => !/quit|close|disconnect|reload|devtools|update|website|folder/i.test(id))
  if (choosable.length === 0 || robot.random() < 0.3) {
    await closeMenu(app)
    return { kind: 'menu', description: 'open the menu and close it' }
  }
  const id = pickFrom(robot.random, choosable)
  await chooseVisibleMenuItem(app, id)
  return { kind: 'menu', description: `choose ${id} in the menu` }
}

type MenuItem = {
  readonly id: string
  readonly enabled: boolean
  readonly visible: boolean
  readonly submenu?: { readonly items: readonly MenuItem[] }
}

/** Returns the IDs of the enabled items in the open menu and its submenus. Runs in the main process. */
function readMenu(electron: unknown): readonly string[] {
  const { opened } = (electron as { standInMenus: { readonly opened: { readonly items: readonly MenuItem[] } | null } }).standInMenus
  const ids: string[] = []
  const open = [...(opened?.items ?? [])]
  for (let item = open.shift(); item !== undefined; item = open.shift()) {
    if (!item.enabled || !item.visible) continue
    if (item.submenu) open.push(...item.submenu.items)
    else if (item.id) ids.push(item.id)
  }
  return ids
}

const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
  { width: 1680, height: 1000 }
] as const

async function idle(robot: Robot): Promise<Action> {
  const { page } = robot.world
  const what = pickFrom(robot.random, ['wait', 'scroll', 'theme', 'size', 'move'] as const)
  switch (what) {
    case 'wait':
      await sleep(100)
      break
    case 'scroll':
      await page.mouse.wheel(0, (robot.random() - 0.5) * 800)
      break
    case 'theme':
      await page.evaluate((theme) => window.kiln.request('settings.change', { theme }), pickFrom(robot.random, ['dark', 'light'] as const))
      break
    case 'size': {
      const size = pickFrom(robot.random, sizes)
      await page.setViewportSize(size)
      return { kind: 'idle', description: `make the window ${size.width} × ${size.height}` }
    }
    case 'move':
      await page.mouse.move(robot.random() * 900, robot.random() * 600)
      break
  }
  return { kind: 'idle', description: what }
}
