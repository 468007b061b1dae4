import type Electron from 'electron'
import { expect, it } from 'vitest'
import type { ChromiumProcess } from '../chromium/chromium-process.ts'
import { StandInProtocol } from '../main/protocol.ts'
import { StandInSession, type PermissionRequester } from '../main/session.ts'

const webContents = { id: 7, mainFrame: { url: 'app://self/' } } as Electron.WebContents
const asker: PermissionRequester = { webContents, pageOrigin: 'https://self.app.invalid', appUrl: 'app://self/' }

/** Opens a session. `told`: the last setting sent to Chromium for each permission. */
function openSession() {
  const told = new Map<string, string>()
  const send = async (_: string, { permission, setting }: { permission: { name: string }; setting: string }): Promise<void> =>
    void told.set(permission.name, setting)
  const chromium = { connection: { browser: { send } } } as unknown as ChromiumProcess
  return { session: new StandInSession(new StandInProtocol(() => true)), chromium, told }
}

it('the session tells main a request’s frame, window and origin, if any', async () => {
  const { session } = openSession()
  const seen: unknown[] = []
  session.webRequest.onBeforeRequest(({ frame, webContentsId, initiatorOrigin }, answer) => {
    seen.push([frame?.url, webContentsId, initiatorOrigin])
    answer({ cancel: true })
  })
  const asked = { url: 'https://example.com/', method: 'GET', resourceType: 'XHR' }
  expect(await session.mayRequest(webContents, { ...asked, initiatorOrigin: 'app://self' })).toBe(false)
  expect(await session.mayRequest(null, { ...asked, initiatorOrigin: null })).toBe(false)
  expect(seen).toEqual([
    ['app://self/', 7, 'app://self'],
    [undefined, undefined, undefined]
  ])
})

it('the session calls the check handler before a page loads, and the request handler only on the page’s request', async () => {
  const { session, chromium, told } = openSession()
  const requested: unknown[] = []
  session.setPermissionCheckHandler((_contents, permission) => permission === 'geolocation')
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    requested.push([permission, 'mediaTypes' in details ? details.mediaTypes : null])
    answer(true)
  })
  await session.applyPermissions(chromium, asker)
  expect(requested).toEqual([])
  expect([told.get('geolocation'), told.get('notifications'), told.get('camera')]).toEqual(['granted', 'denied', 'denied'])

  await session.requestPermission(chromium, asker, 'media', ['video'])
  expect(requested).toEqual([['media', ['video']]])
  expect([told.get('camera'), told.get('microphone')]).toEqual(['granted', 'denied'])
  await session.applyCapture(chromium, asker)
  expect(told.get('camera')).toBe('denied')
})

it('the session grants everything without handlers, like Electron', async () => {
  const { session, chromium, told } = openSession()
  await session.applyPermissions(chromium, asker)
  expect(new Set(told.values())).toEqual(new Set(['granted']))
})
