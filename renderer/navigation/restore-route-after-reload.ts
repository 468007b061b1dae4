import { onBeforeClose } from '../bridge/flush-on-close.ts'
import { routeStore, initialRouteState } from './route.ts'

const key = 'view'

/**
 * Opens the language settings if the page was reloaded while the settings were open, as after a language change. Returns a function that
 * removes the close callback, which records the current view.
 */
export function restoreRouteAfterReload(): () => void {
  const view = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (view === 'settings') routeStore.setState({ ...initialRouteState, route: { view, section: 'language' } }, true)
  return onBeforeClose(() => sessionStorage.setItem(key, routeStore.getState().route.view))
}
