import { onBeforeClose } from '../bridge/flush-on-close.ts'
import { routes, initialRouteState } from './route.ts'

const key = 'view'

/** Reopens the current view when a language change reloads the page. Returns a function that stops it. */
export function restoreRouteAfterReload(): () => void {
  const view = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (view === 'settings') routes.setState({ ...initialRouteState, route: { view, section: 'language' } }, true)
  return onBeforeClose(() => sessionStorage.setItem(key, routes.getState().route.view))
}
