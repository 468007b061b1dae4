import { EventEmitter } from 'node:events'
import type { Session } from 'electron'
import { describe, expect, it } from 'vitest'
import { isOwnPage } from '../../../../electron/desktop/window/app-protocol.ts'
import { createMediaPermissions } from '../../../../electron/desktop/window/media-permissions.ts'
import { restrictSession } from '../../../../electron/desktop/window/restrict-session.ts'

type Handlers = {
  request: Parameters<Session['setPermissionRequestHandler']>[0]
  check: Parameters<Session['setPermissionCheckHandler']>[0]
  device: Parameters<Session['setDevicePermissionHandler']>[0]
  before: (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void
}

const own = { isMainFrame: true, requestingUrl: 'app://kiln/' }
/**
 * Permission names from Electron's typings, and one name that Electron doesn't know. Names that later Electron versions add are missing.
 */
const permissions = [
  'clipboard-read',
  'clipboard-sanitized-write',
  'display-capture',
  'fileSystem',
  'fullscreen',
  'geolocation',
  'hid',
  'idle-detection',
  'keyboardLock',
  'media',
  'mediaKeySystem',
  'midi',
  'midiSysex',
  'notifications',
  'openExternal',
  'pointerLock',
  'serial',
  'speaker-selection',
  'storage-access',
  'top-level-storage-access',
  'usb',
  'window-management',
  'unknown',
  'of a later Chromium'
]

function guarded(mayFetch?: (url: string) => boolean) {
  const handlers = {} as Handlers
  const refused: string[] = []
  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: (handler: Handlers['request']) => (handlers.request = handler),
    setPermissionCheckHandler: (handler: Handlers['check']) => (handlers.check = handler),
    setDevicePermissionHandler: (handler: Handlers['device']) => (handlers.device = handler),
    webRequest: { onBeforeRequest: (handler: Handlers['before']) => (handlers.before = handler) }
  })
  const gate = createMediaPermissions(async () => true)
  restrictSession(session as unknown as Session, isOwnPage, gate, (what) => refused.push(what), mayFetch)
  const asked = (permission: string, details: object): boolean => {
    let answer: boolean | null = null
    handlers.request?.(null as never, permission as never, (granted) => void (answer = granted), details as never)
    return answer ?? false
  }
  const checked = (permission: string, details: object): boolean =>
    handlers.check?.(null, permission as never, '', details as never) ?? true
  const isLet = (url: string): boolean => {
    let isCancelled = true
    handlers.before({ url }, ({ cancel = false }) => void (isCancelled = cancel))
    return !isCancelled
  }
  return { gate, asked, checked, isLet, handlers, session, refused }
}

describe('the page’s session', () => {
  it('grants only full screen, and only to Kiln’s own page', () => {
    const { asked, checked } = guarded()
    for (const permission of permissions) {
      expect([permission, asked(permission, own), checked(permission, own)]).toEqual([
        permission,
        permission === 'fullscreen',
        permission === 'fullscreen'
      ])
      for (const other of [
        { ...own, isMainFrame: false },
        { ...own, requestingUrl: 'https://example.com/' },
        { isMainFrame: true, requestingUrl: '' }
      ])
        expect([permission, asked(permission, other), checked(permission, other)]).toEqual([permission, false, false])
    }
  })

  it('grants camera and microphone only while a recorder uses them', async () => {
    const { gate, asked, checked } = guarded()
    const camera = { ...own, mediaTypes: ['video'], mediaType: 'video' }
    const microphone = { ...own, mediaTypes: ['audio'], mediaType: 'audio' }
    expect([asked('media', camera), checked('media', camera)]).toEqual([false, false])
    await gate.open(['camera'])
    expect([asked('media', camera), checked('media', camera), asked('media', microphone), checked('media', microphone)]).toEqual([
      true,
      true,
      false,
      false
    ])
    expect(asked('media', { ...camera, requestingUrl: 'https://example.com/' })).toBe(false)
    gate.close()
    expect(asked('media', camera)).toBe(false)
  })

  it('allows downloads only to Chromium itself, and only approved ones', () => {
    const { handlers } = guarded((url) => url === 'https://dictionaries.example/de')
    const isCancelled = (details: object): boolean | undefined => {
      let answer: boolean | undefined
      handlers.before(details as never, ({ cancel }) => void (answer = cancel))
      return answer
    }
    expect(isCancelled({ url: 'https://dictionaries.example/de' })).toBe(false)
    expect(isCancelled({ url: 'https://dictionaries.example/de', webContentsId: 1 })).toBe(true)
    expect(isCancelled({ url: 'https://dictionaries.example/de', frame: {} })).toBe(true)
    // A request from a page's worker doesn't have a frame or web contents, only an initiator.
    expect(isCancelled({ url: 'https://dictionaries.example/de', initiatorOrigin: 'app://kiln' })).toBe(true)
    expect(isCancelled({ url: 'https://dictionaries.example/de', initiatorOrigin: 'null' })).toBe(true)
    expect(isCancelled({ url: 'https://dictionaries.example/fr' })).toBe(true)
  })

  it('denies devices and downloads', () => {
    const { handlers, session, refused } = guarded()
    expect(handlers.device?.({} as never)).toBe(false)
    let isPrevented = false
    session.emit('will-download', { preventDefault: () => void (isPrevented = true) })
    expect([isPrevented, refused]).toEqual([true, ['download']])
  })

  it('cancels every request that isn’t for Kiln’s own page', () => {
    const { isLet } = guarded()
    for (const url of [
      'app://kiln/',
      'app://kiln/media/result/x',
      'data:image/png;base64,AA==',
      'blob:app://kiln/0f8fad5b',
      'devtools://devtools/x'
    ])
      expect([url, isLet(url)]).toEqual([url, true])
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1/',
      'ws://127.0.0.1/',
      'wss://example.com/',
      'file:///etc/passwd',
      'ftp://example.com/',
      'app://other/',
      'blob:https://example.com/x',
      'chrome://gpu/',
      'about:blank'
    ])
      expect([url, isLet(url)]).toEqual([url, false])
  })
})
