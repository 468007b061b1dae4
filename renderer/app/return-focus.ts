import { focusHistory } from '../ui/focus-history.ts'
import type { Route } from './route.ts'
import { routes } from './route.ts'

/**
 * IDs of the elements that had focus when each view was left. Going back restores the same route object, so the route serves as the key.
 */
const lastFocused = new WeakMap<Route, string>()

/** Remembers the focused element of each view when it is left. Returns a function that stops it. */
export function rememberFocus(): () => void {
  return routes.subscribe((now, before) => {
    if (now.route === before.route) return
    const id = focusReturnId(document.activeElement)
    if (id === null) lastFocused.delete(before.route)
    else lastFocused.set(before.route, id)
  })
}

/** ID of the element, or the ID that an ancestor names in `data-return-focus`. Null if neither exists. */
export function focusReturnId(element: Element | null): string | null {
  if (element === null) return null
  const around = element.closest<HTMLElement>('[data-return-focus]')?.dataset['returnFocus']
  return around ?? (element.id === '' ? null : element.id)
}

/** Maximum frames to wait for a list to draw the row to focus. */
const maxFrames = 3

/**
 * Sets focus after a view change. The element that last had focus in the view gets it. Otherwise the view gets it, unless something already
 * has focus. At startup nothing gets focus until the user has moved it.
 */
export function focusView({ route, opening }: { readonly route: Route; readonly opening: number }, frame = 0): void {
  const id = lastFocused.get(route)
  const element = id === undefined ? null : document.getElementById(id)
  if (element !== null) return element.focus({ preventScroll: true })
  if (id !== undefined && frame < maxFrames) {
    requestAnimationFrame(() => routes.getState().route === route && focusView({ route, opening }, frame + 1))
    return
  }
  const wasAnywhere = opening > 0 || focusHistory().length > 0
  if (wasAnywhere && document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
