import type { Session } from 'electron'
import type { CaptureGate } from './capture-gate.ts'

/**
 * What a page could ask of the machine is refused, and it has no network: every request that is not for our own page is cancelled. Main
 * talks to the service; the page never does. The exceptions, for our own page alone: full screen, and camera and microphone while its recorder
 * is open.
 */
export function guardSession(
  session: Session,
  isOwnPage: (url: string) => boolean,
  gate: Pick<CaptureGate, 'lets'>,
  onRefusal: (what: string) => void,
  /** What Chromium itself, and no page, may fetch. */
  mayFetch: (url: string) => boolean = () => false
): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const mediaTypes = ('mediaTypes' in details ? details.mediaTypes : undefined) ?? []
    const isOwn = details.isMainFrame && isOwnPage(details.requestingUrl)
    const isAllowed = isOwn && (permission === 'fullscreen' || (permission === 'media' && gate.lets(mediaTypes)))
    if (!isAllowed) onRefusal(`permission ${permission}`)
    answer(isAllowed)
  })
  session.setPermissionCheckHandler((_contents, permission, _origin, { isMainFrame, requestingUrl, mediaType }) => {
    const isOwn = isMainFrame && isOwnPage(requestingUrl ?? '')
    return isOwn && (permission === 'fullscreen' || (permission === 'media' && gate.lets([mediaType ?? 'unknown'])))
  })
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => {
    event.preventDefault()
    onRefusal('download')
  })
  session.webRequest.onBeforeRequest((details, answer) => {
    const isOfNoPage = details.webContentsId === undefined && details.frame === undefined
    const isAllowed = isOwnPage(details.url) || isInsidePage(details.url) || (isOfNoPage && mayFetch(details.url))
    if (!isAllowed) onRefusal('request')
    answer({ cancel: !isAllowed })
  })
}

/** Made by the page out of what it has already, or the browser's own tools. */
function isInsidePage(url: string): boolean {
  return url.startsWith('data:') || url.startsWith('blob:app://kiln/') || url.startsWith('devtools://')
}
