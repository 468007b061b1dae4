import { focusHistory } from '../ui/focus-history.ts'
import type { Route } from './route.ts'
import { routeStore } from './route.ts'

/** ID of the element that had focus when the user left a view. The route object is the key, because going back restores the same object. */
const lastFocused = new WeakMap<Route, string>()

/** Records the ID of the focused element whenever the user leaves a view. Returns a function that stops the recording. */
export function recordViewFocus(): () => void {
  return routeStore.subscribe((now, before) => {
    if (now.route === before.route) return
    const id = focusReturnId(document.activeElement)
    if (id === null) lastFocused.delete(before.route)
    else lastFocused.set(before.route, id)
  })
}

/** Returns the ID in the nearest `data-return-focus` attribute around the element, or else the element's own ID. Null if neither exists. */
export function focusReturnId(element: Element | null): string | null {
  if (element === null) return null
  const around = element.closest<HTMLElement>('[data-return-focus]')?.dataset['returnFocus']
  return around ?? (element.id === '' ? null : element.id)
}

/** Maximum frames to wait for a list to draw the row to focus. */
const maxFrames = 3

/**
 * Sets focus after a view change. Focuses the element that last had focus in this view, if it exists. Otherwise focuses `main`, unless
 * another element has focus. At startup, `opening` is 0 and nothing is focused until the user has moved the focus. `frame` is the number of
 * frames waited.
 */
export function focusView({ route, opening }: { readonly route: Route; readonly opening: number }, frame = 0): void {
  const id = lastFocused.get(route)
  const element = id === undefined ? null : document.getElementById(id)
  if (element !== null) return element.focus({ preventScroll: true })
  if (id !== undefined && frame < maxFrames) {
    requestAnimationFrame(() => routeStore.getState().route === route && focusView({ route, opening }, frame + 1))
    return
  }
  const wasAnywhere = opening > 0 || focusHistory().length > 0
  if (wasAnywhere && document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
