import { onBeforeClose } from '../bridge/flush-on-close.ts'
import { routes, initialRouteState } from './route.ts'

const key = 'view'

/**
 * Reopens the language settings if the page was reloaded from the settings, as a language change does. Returns a function that stops this.
 */
export function restoreRouteAfterReload(): () => void {
  const view = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (view === 'settings') routes.setState({ ...initialRouteState, route: { view, section: 'language' } }, true)
  return onBeforeClose(() => sessionStorage.setItem(key, routes.getState().route.view))
}
