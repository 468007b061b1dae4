import { beforeEach, expect, it } from 'vitest'
import { focusView, recordViewFocus } from '../../../renderer/navigation/return-focus.ts'
import { navigate, navigateBack, routeStore } from '../../../renderer/navigation/route.ts'

const frames = async (count: number): Promise<void> => {
  for (let frame = 0; frame < count; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** Adds a button to the view and returns it. */
function draw(id: string): HTMLElement {
  const button = document.createElement('button')
  button.id = id
  document.querySelector('main')?.append(button)
  return button
}

/** Opens the viewer from a focused tile. Then returns to a view that hasn't rendered the tile yet. */
function leaveAndReturn(): void {
  navigate({ view: 'library' })
  const stop = recordViewFocus()
  const tile = draw('tile')
  tile.focus()
  navigate({ view: 'viewer', itemId: 'a.1' })
  stop()
  tile.remove()
  navigateBack()
  focusView({ route: routeStore.getState().route, opening: 1 })
}

beforeEach(() => {
  document.body.innerHTML = '<main tabindex="-1"></main>'
})

it('the view has the focus until the last focused element is drawn, however late', async () => {
  leaveAndReturn()
  await frames(5)
  expect(document.activeElement).toBe(document.querySelector('main'))
  const tile = draw('tile')
  await frames(2)
  expect(document.activeElement).toBe(tile)
})

it.each([
  ['presses a key', () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))],
  ['presses the pointer', () => window.dispatchEvent(new Event('pointerdown'))],
  ['opens another view', () => navigate({ view: 'queue', taskId: null })]
])('an element that is drawn late doesn’t get the focus after the user %s', async (_what, act) => {
  leaveAndReturn()
  await frames(5)
  act()
  draw('tile')
  await frames(3)
  expect(document.activeElement).toBe(document.querySelector('main'))
})

it('an element that is drawn late doesn’t take the focus from a dialog that opened meanwhile', async () => {
  leaveAndReturn()
  await frames(5)
  const dialog = document.createElement('input')
  document.body.append(dialog)
  dialog.focus()
  draw('tile')
  await frames(3)
  expect(document.activeElement).toBe(dialog)
})
