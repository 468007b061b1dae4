import { onBeforeClose } from '../bridge/flush-on-close.ts'
import { routeStore, initialRouteState } from './route.ts'

const key = 'view'

/**
 * Opens the language settings if the settings were open when the page was reloaded. Changing the language reloads the page. Returns a
 * function that removes the close callback. The callback records the current view.
 */
export function restoreRouteAfterReload(): () => void {
  const view = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (view === 'settings') routeStore.setState({ ...initialRouteState, route: { view, section: 'language' } }, true)
  return onBeforeClose(() => sessionStorage.setItem(key, routeStore.getState().route.view))
}
