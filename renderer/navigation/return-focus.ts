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

/** Number of frames after which `main` gets the focus if the row to focus isn't rendered yet. */
const maxFramesWithoutFocus = 3
/** Maximum number of frames to wait for that row. A busy computer may render results late. */
const maxFrames = 60

/**
 * Sets focus after a view change. Focuses the element that last had focus in this view, if it exists. Otherwise focuses `main`, unless
 * another element has focus. At startup, `opening` is 0 and nothing is focused until the user has moved the focus.
 */
export function focusView({ route, opening }: { readonly route: Route; readonly opening: number }): void {
  const id = lastFocused.get(route)
  if (id === undefined) focusMain(opening)
  else focusOnceDrawn(id, route, opening)
}

/** Focuses an element as soon as it exists. Stops waiting if the user presses a key or the pointer, or opens another view. */
function focusOnceDrawn(id: string, route: Route, opening: number): void {
  const controller = new AbortController()
  const { signal } = controller
  for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, () => controller.abort(), { capture: true, signal })
  const before = document.activeElement
  function focusIfDrawn(frame: number): void {
    if (signal.aborted || routeStore.getState().route !== route) return controller.abort()
    const element = document.getElementById(id)
    if (element === null && frame === maxFramesWithoutFocus) focusMain(opening)
    if (element === null && frame < maxFrames) {
      requestAnimationFrame(() => focusIfDrawn(frame + 1))
      return undefined
    }
    controller.abort()
    const now = document.activeElement
    // A control in the view, such as the prompt, may already have taken the focus. The element takes the focus from that control, but not
    // from a dialog.
    if (now === before || now === document.body || now?.closest('main')) element?.focus({ preventScroll: true })
    return undefined
  }
  focusIfDrawn(0)
}

function focusMain(opening: number): void {
  const wasAnywhere = opening > 0 || focusHistory().length > 0
  if (wasAnywhere && document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
