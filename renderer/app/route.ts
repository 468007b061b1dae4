import { createStore } from 'zustand/vanilla'
import type { SettingsSection } from '../settings/settings-view.tsx'
import type { Prefill } from '../compose/compose-view-props.ts'

/** Where the window is. */
export type Route =
  | { readonly view: 'gallery' }
  | { readonly view: 'compose'; readonly capabilityId: string; readonly prefill: Prefill | null }
  | { readonly view: 'queue'; readonly taskId: string | null }
  | { readonly view: 'library' }
  /** `among`: library keys in the order in which one goes through them with previous and next, such as that of a search; left out: all that was made. */
  | { readonly view: 'viewer'; readonly itemId: string; readonly among?: Uint32Array }
  /** Two to four library items side by side. */
  | { readonly view: 'compare'; readonly ids: readonly string[] }
  | { readonly view: 'faces'; readonly taskId: string }
  | { readonly view: 'account' }
  /** `chapter`: id of one; null: the first. */
  | { readonly view: 'guide'; readonly chapter: string | null }
  /** `section`: where in it one is led to. */
  | { readonly view: 'settings'; readonly section?: SettingsSection }

export type RouteState = {
  readonly route: Route
  /** Counts openings: a form opened twice is two forms. */
  readonly opening: number
  /** Where `goBack` leads. Only places a person chose; one viewer after another counts as one, and so does one comparison. */
  readonly trail: readonly Route[]
}

export const start: RouteState = { route: { view: 'gallery' }, opening: 0, trail: [] }

export function goTo(state: RouteState, route: Route): RouteState {
  const isNextPicture = state.route.view === route.view && (route.view === 'viewer' || route.view === 'compare' || route.view === 'guide')
  return { route, opening: state.opening + 1, trail: isNextPicture ? state.trail : [...state.trail, state.route].slice(-20) }
}

export function goBack(state: RouteState): RouteState {
  return { route: state.trail.at(-1) ?? start.route, opening: state.opening + 1, trail: state.trail.slice(0, -1) }
}

export const routes = createStore<RouteState>(() => start)

export function navigate(route: Route): void {
  routes.setState((state) => goTo(state, route), true)
}

export function navigateBack(): void {
  routes.setState(goBack, true)
}
