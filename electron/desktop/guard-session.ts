import type { Session } from 'electron'

/**
 * What a page could ask of the machine is refused, all of it, and it has no network: every request that is not for our own page is
 * cancelled. Main talks to the service; the page never does.
 */
export function guardSession(session: Session, isOwnPage: (url: string) => boolean, onRefusal: (what: string) => void): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    onRefusal(`permission ${permission}`)
    answer(false)
  })
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => {
    event.preventDefault()
    onRefusal('download')
  })
  session.webRequest.onBeforeRequest((details, answer) => {
    const isAllowed = isOwnPage(details.url) || isInsidePage(details.url)
    if (!isAllowed) onRefusal('request')
    answer({ cancel: !isAllowed })
  })
}

/** Made by the page out of what it has already, or the browser's own tools. */
function isInsidePage(url: string): boolean {
  return url.startsWith('data:') || url.startsWith('blob:app://kiln/') || url.startsWith('devtools://')
}
