import type { WebContents } from 'electron'

/** The page stays where it is: nothing navigates, opens a window, attaches a webview or sends datagrams. A reload of our own page is no navigation elsewhere. */
export function guardContents(contents: WebContents, isOwnPage: (url: string) => boolean, onRefusal: (what: string) => void): void {
  const refuse = (what: string, event: { readonly preventDefault: () => void }): void => {
    event.preventDefault()
    onRefusal(what)
  }
  contents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url)) refuse('navigation', event)
  })
  contents.on('will-redirect', (event) => {
    if (!isOwnPage(event.url)) refuse('redirect', event)
  })
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isOwnPage(event.url)) refuse('frame navigation', event)
  })
  contents.on('will-attach-webview', (event) => refuse('webview', event))
  // Datagrams of WebRTC do not go by way of the session's requests.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(() => {
    onRefusal('window')
    return { action: 'deny' }
  })
}
