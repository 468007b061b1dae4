import { createStore } from 'zustand/vanilla'
import type { FormPrefill } from './form-prefill.ts'

/** Sections of the settings. Other views can link to any of them. */
export type SettingsSection =
  | 'theme'
  | 'language'
  | 'several-results'
  | 'desktop'
  | 'connection'
  | 'connection-check'
  | 'contract-changes'
  | 'spending'
  | 'library-folder'
  | 'file-names'
  | 'recipes'
  | 'notifications'
  | 'network'
  | 'certificates'
  | 'updates'
  | 'spelling'
  | 'data-sent'
  | 'diagnostics'
  | 'about'

/** Maximum number of results that are compared at a time. */
export const maxComparedResults = 4

/** A view of the window, with its parameters. */
export type Route =
  | { readonly view: 'gallery' }
  | { readonly view: 'compose'; readonly capabilityId: string; readonly prefill: FormPrefill | null }
  | { readonly view: 'queue'; readonly taskId: string | null }
  | { readonly view: 'library' }
  /** `among`: keys of the library items that the previous and next buttons step through, in order. Omitted to step through all items. */
  | { readonly view: 'viewer'; readonly itemId: string; readonly among?: Uint32Array }
  /** Two to four library items side by side. */
  | { readonly view: 'compare'; readonly ids: readonly string[] }
  | { readonly view: 'faces'; readonly taskId: string }
  /** `section`: section that receives focus. */
  | { readonly view: 'account'; readonly section?: 'limit' }
  /** `chapter`: chapter ID. Null for the first chapter. */
  | { readonly view: 'guide'; readonly chapter: string | null }
  /** `section`: section to show. */
  | { readonly view: 'settings'; readonly section?: SettingsSection }

export type RouteState = {
  readonly route: Route
  /** Number of views opened so far. Distinguishes two openings of the same form, for example in React keys. */
  readonly openCount: number
  /**
   * At most 20 routes that `popRoute` returns to, newest last. Consecutive viewer routes share one entry. The same applies to consecutive
   * comparisons and guide chapters.
   */
  readonly history: readonly Route[]
}

export const initialRouteState: RouteState = { route: { view: 'gallery' }, openCount: 0, history: [] }

export function pushRoute(state: RouteState, route: Route): RouteState {
  const isNextPicture = state.route.view === route.view && (route.view === 'viewer' || route.view === 'compare' || route.view === 'guide')
  return { route, openCount: state.openCount + 1, history: isNextPicture ? state.history : [...state.history, state.route].slice(-20) }
}

export function popRoute(state: RouteState): RouteState {
  return { route: state.history.at(-1) ?? initialRouteState.route, openCount: state.openCount + 1, history: state.history.slice(0, -1) }
}

export const routeStore = createStore<RouteState>(() => initialRouteState)

export function navigate(route: Route): void {
  routeStore.setState((state) => pushRoute(state, route), true)
}

export function navigateBack(): void {
  routeStore.setState(popRoute, true)
}

/** Shows another item in the viewer. Keeps the items that the previous and next buttons step through. */
export function showInViewer(itemId: string): void {
  const { route } = routeStore.getState()
  navigate(route.view === 'viewer' ? { ...route, itemId } : { view: 'viewer', itemId })
}

/** Opens the account view at the daily limit. */
export function openDailyLimit(): void {
  navigate({ view: 'account', section: 'limit' })
}

/** True if the view creates something and therefore needs an account. The other views show local data. */
export function needsAccount({ view }: Route): boolean {
  return view === 'gallery' || view === 'compose' || view === 'faces'
}
