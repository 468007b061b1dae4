import type { WebContents } from 'electron'

/** Blocks navigation, new windows, webviews and WebRTC datagrams. Kiln's own page may be reloaded. */
export function restrictWebContents(contents: WebContents, isOwnPage: (url: string) => boolean, onRefusal: (what: string) => void): void {
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
  // WebRTC datagrams bypass the session's request handlers.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(() => {
    onRefusal('window')
    return { action: 'deny' }
  })
}
