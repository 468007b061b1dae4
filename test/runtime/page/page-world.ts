import type { WorldPeer } from './world-peer.ts'

/**
 * Sets up the page's own world before any of its scripts run. Exposes the preload's API, and passes `window.open` to the main process. This
 * function is injected into the page as source text. It must not use anything outside itself.
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

  // Chromium can't ask the main process about a page's permission request. Each such call therefore first waits for main's response.
  const askFirst = (
    owner: object | undefined,
    name: string,
    permission: string,
    mediaTypesOf: (first: unknown) => readonly string[]
  ): void => {
    const original = (owner as Record<string, unknown> | undefined)?.[name]
    if (owner === undefined || typeof original !== 'function') return
    const asking = async function (this: unknown, ...values: readonly unknown[]): Promise<unknown> {
      await peer.ask('permission', permission, mediaTypesOf(values[0]))
      return Reflect.apply(original, this, values)
    }
    Object.defineProperty(owner, name, { value: asking, writable: true, configurable: true })
  }
  const nothing = (): readonly string[] => []
  const kindsOf = (constraints: unknown): readonly string[] =>
    ['video', 'audio'].filter((kind) => (constraints as Record<string, unknown> | undefined)?.[kind])
  askFirst(window.MediaDevices?.prototype, 'getUserMedia', 'media', kindsOf)
  askFirst(window.Notification, 'requestPermission', 'notifications', nothing)
  askFirst(window.Geolocation?.prototype, 'getCurrentPosition', 'geolocation', nothing)
  askFirst(window.Clipboard?.prototype, 'read', 'clipboard-read', nothing)
  askFirst(window.Clipboard?.prototype, 'readText', 'clipboard-read', nothing)

  const openWindow = (address: string, frameName: string, features: string): null => {
    peer.ask('window-open', new URL(address, document.baseURI).href, frameName, features)
    return null
  }
  window.open = (address = 'about:blank', frameName = '', features = '') => openWindow(String(address), frameName, features)
  // Listens on the window in the bubble phase, so that the page's own listeners run first.
  window.addEventListener('click', (event) => {
    const link = event.composedPath().find((element) => element instanceof HTMLAnchorElement && element.href !== '')
    if (event.defaultPrevented || !(link instanceof HTMLAnchorElement) || ['', '_self', '_top', '_parent'].includes(link.target)) return
    event.preventDefault()
    openWindow(link.href, link.target, '')
  })
}
