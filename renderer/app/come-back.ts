import { beforeClosing } from '../bridge/farewell.ts'
import { routes, start } from './route.ts'

const key = 'view'

/** A page that is loaded anew because the language has changed opens where that was done. Returns a function that stops it. */
export function comeBack(): () => void {
  const view = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (view === 'settings') routes.setState({ ...start, route: { view, section: 'language' } }, true)
  return beforeClosing(() => sessionStorage.setItem(key, routes.getState().route.view))
}
