import type { Session } from 'electron'
import type { MediaPermissions } from './media-permissions.ts'

/**
 * Denies permissions, downloads and network access to pages. Only the main process sends requests to the service. Kiln's own page may enter
 * full screen. It may also use the camera and microphone while its recorder is open.
 */
export function restrictSession(
  session: Session,
  isOwnPage: (url: string) => boolean,
  gate: Pick<MediaPermissions, 'lets'>,
  onRefusal: (what: string) => void,
  /** True for URLs that Chromium itself may request but a page may not. */
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
    // A page's worker doesn't have a window or frame, but it has an origin. Only Chromium's own requests don't have any of these.
    const isOfNoPage = details.webContentsId === undefined && details.frame === undefined && details.initiatorOrigin === undefined
    const isAllowed = isOwnPage(details.url) || isInsidePage(details.url) || (isOfNoPage && mayFetch(details.url))
    if (!isAllowed) onRefusal('request')
    answer({ cancel: !isAllowed })
  })
}

/** True for URLs that the page made from existing data, and for the developer tools. */
function isInsidePage(url: string): boolean {
  return url.startsWith('data:') || url.startsWith('blob:app://kiln/') || url.startsWith('devtools://')
}
