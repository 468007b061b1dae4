import type { WorldPeer } from './world-peer.ts'

/**
 * What is put into the page's own world before any of its scripts: takes what the preload exposes, and sends `window.open` to main.
 * Self-contained: its own source text is put into the page, so it may use nothing from outside its braces.
 */
export function setUpPageWorld(makePeer: () => WorldPeer): void {
  if (window.parent !== window) return
  const peer = makePeer()

  const freezeDeeply = (value: unknown): unknown => {
    if (Array.isArray(value) || (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)) {
      Object.values(value).forEach(freezeDeeply)
      Object.freeze(value)
    }
    return value
  }

  peer.handle('expose', (key, api) => {
    if ((key as string) in window) throw new Error('Cannot bind an API on top of an existing property on the window object')
    Object.defineProperty(window, key as string, { value: freezeDeeply(api), enumerable: true })
  })

  const openWindow = (address: string, frameName: string, features: string): null => {
    peer.ask('window-open', new URL(address, document.baseURI).href, frameName, features)
    return null
  }
  window.open = (address = 'about:blank', frameName = '', features = '') => openWindow(String(address), frameName, features)
  // On the window and in the bubble phase: the page's own listeners had their say first.
  window.addEventListener('click', (event) => {
    const link = event.composedPath().find((element) => element instanceof HTMLAnchorElement && element.href !== '')
    if (event.defaultPrevented || !(link instanceof HTMLAnchorElement) || ['', '_self', '_top', '_parent'].includes(link.target)) return
    event.preventDefault()
    openWindow(link.href, link.target, '')
  })
}
