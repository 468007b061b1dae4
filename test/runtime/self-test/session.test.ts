import type Electron from 'electron'
import { expect, it } from 'vitest'
import type { ChromiumProcess } from '../chromium/chromium-process.ts'
import { StandInProtocol } from '../main/protocol.ts'
import { StandInSession, type PermissionRequester } from '../main/session.ts'

const webContents = { id: 7, mainFrame: { url: 'app://self/' } } as Electron.WebContents
const asker: PermissionRequester = { webContents, pageOrigin: 'https://self.app.invalid', appUrl: 'app://self/' }

/** A session, and the permission settings sent to Chromium, newest last. */
function openSession() {
  const told = new Map<string, string>()
  const send = async (_: string, { permission, setting }: { permission: { name: string }; setting: string }): Promise<void> =>
    void told.set(permission.name, setting)
  const chromium = { connection: { browser: { send } } } as unknown as ChromiumProcess
  return { session: new StandInSession(new StandInProtocol(() => true)), chromium, told }
}

it('tells main where a request comes from: the frame, the window and the origin, if any', async () => {
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

it('asks the check handler before a page is loaded, and the request handler only when the page asks', async () => {
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

it('grants everything without handlers, as Electron does', async () => {
  const { session, chromium, told } = openSession()
  await session.applyPermissions(chromium, asker)
  expect(new Set(told.values())).toEqual(new Set(['granted']))
})
