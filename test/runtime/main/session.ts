import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import type { ChromiumProcess } from '../chromium/chromium-process.ts'
import type { Protocol } from '../chromium/devtools-protocol.ts'
import { throwOnMissingMembers, rejectUnknownEvents } from '../not-implemented.ts'
import type { StandInProtocol } from './protocol.ts'
import type { InterceptedRequest } from './request-interception.ts'
import { SessionProxyResolver } from './session-proxy-resolver.ts'

type Built = Pick<
  Electron.Session,
  | 'availableSpellCheckerLanguages'
  | 'clearCache'
  | 'clearStorageData'
  | 'closeAllConnections'
  | 'forceReloadProxyConfig'
  | 'getSpellCheckerLanguages'
  | 'isSpellCheckerEnabled'
  | 'protocol'
  | 'resolveProxy'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setPermissionRequestHandler'
  | 'setProxy'
  | 'setSpellCheckerDictionaryDownloadURL'
  | 'setSpellCheckerEnabled'
  | 'setSpellCheckerLanguages'
  | 'webRequest'
>
type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0]
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0]
type BeforeRequestListener = (
  details: Electron.OnBeforeRequestListenerDetails,
  callback: (response: Electron.CallbackResponse) => void
) => void
export type PermissionName = Parameters<NonNullable<RequestHandler>>[1]

export type MediaType = 'video' | 'audio'

/** The page that requests a permission. `pageOrigin`: its origin in Chromium. `appUrl`: its URL as the app sees it. */
export type PermissionRequester = { readonly webContents: Electron.WebContents; readonly pageOrigin: string; readonly appUrl: string }

/** Each permission's Electron name, its names in Chromium's protocol, and its media type if any. */
const permissions: readonly (readonly [PermissionName, readonly string[], MediaType?])[] = [
  ['notifications', ['notifications']],
  ['geolocation', ['geolocation']],
  ['clipboard-read', ['clipboard-read']],
  ['clipboard-sanitized-write', ['clipboard-write']],
  ['midi', ['midi']],
  ['idle-detection', ['idle-detection']],
  ['window-management', ['window-management']],
  ['storage-access', ['storage-access']]
]
/** Permissions that the main process may grant and revoke while a page is open. */
const capturePermissions: typeof permissions = [
  ['media', ['camera'], 'video'],
  ['media', ['microphone'], 'audio']
]

/** The only session. Pages don't need a proxy here, because none of their requests leave the computer. */
export class StandInSession extends EventEmitter implements Built {
  readonly protocol: Electron.Protocol
  readonly webRequest: Electron.WebRequest
  /** A subset of Electron's languages. */
  readonly availableSpellCheckerLanguages = ['de', 'de-DE', 'en-AU', 'en-CA', 'en-GB', 'en-US', 'es', 'fr', 'it', 'pl', 'pt-BR', 'uk']
  /** Electron's default: spelling is checked in the system's language. */
  private isSpellingOn = true
  private spellingLanguages: string[] = ['en-US']
  standInDictionaryUrl: string | null = null
  private readonly way = new SessionProxyResolver()
  private requestHandler: RequestHandler = null
  private checkHandler: CheckHandler = null
  private beforeRequest: BeforeRequestListener | null = null
  private beforeRequestUrls: readonly RegExp[] = []
  /** The last setting sent to Chromium for each permission. */
  private readonly settings = new Map<string, Protocol.Browser.PermissionSetting>()

  constructor(protocol: StandInProtocol) {
    super()
    this.protocol = throwOnMissingMembers<Electron.Protocol>('protocol', protocol)
    this.webRequest = throwOnMissingMembers<Electron.WebRequest>('webRequest', {
      onBeforeRequest: (first: Electron.WebRequestFilter | BeforeRequestListener | null, second?: BeforeRequestListener | null) => {
        const urls = typeof first === 'object' && first !== null ? first.urls : ['<all_urls>']
        this.beforeRequestUrls = urls.map(toExpression)
        this.beforeRequest = typeof first === 'function' ? first : (second ?? null)
      }
    })
    rejectUnknownEvents('session', this, [
      'will-download',
      'preconnect',
      'select-hid-device',
      'select-serial-port',
      'select-usb-device',
      'spellcheck-dictionary-download-failure',
      'spellcheck-dictionary-initialized'
    ])
  }

  setProxy(config: Electron.ProxyConfig): Promise<void> {
    return this.way.setProxy(config)
  }

  resolveProxy(url: string): Promise<string> {
    return this.way.resolveProxy(url)
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.requestHandler = handler
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.checkHandler = handler
  }

  /** Does nothing, because pages can't find devices in the stand-in. */
  setDevicePermissionHandler(): void {}

  /** Does nothing, because pages can't capture the screen in the stand-in. */
  setDisplayMediaRequestHandler(): void {}

  setSpellCheckerEnabled(isEnabled: boolean): void {
    this.isSpellingOn = isEnabled
  }

  isSpellCheckerEnabled(): boolean {
    return this.isSpellingOn
  }

  setSpellCheckerLanguages(languages: string[]): void {
    const strange = languages.find((language) => !this.availableSpellCheckerLanguages.includes(language))
    if (strange !== undefined) throw new Error(`Invalid language code provided: "${strange}" is not a valid language code`)
    this.spellingLanguages = languages
  }

  getSpellCheckerLanguages(): string[] {
    return this.spellingLanguages
  }

  /** Only stores the URL for tests, because the stand-in doesn't download dictionaries. */
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    this.standInDictionaryUrl = url
  }

  forceReloadProxyConfig(): Promise<void> {
    return this.way.forceReloadProxyConfig()
  }

  async closeAllConnections(): Promise<void> {}

  /** Does nothing, because responses to pages' requests are never cached. */
  async clearCache(): Promise<void> {}

  async clearStorageData(): Promise<void> {
    throw new Error('stand-in: session.clearStorageData is not implemented')
  }

  async mayRequest(webContents: Electron.WebContents | null, asked: InterceptedRequest): Promise<boolean> {
    const { url, method, resourceType, initiatorOrigin } = asked
    const { beforeRequest } = this
    if (beforeRequest === null || !this.beforeRequestUrls.some((expression) => expression.test(url))) return true
    const types: Record<string, Electron.OnBeforeRequestListenerDetails['resourceType']> = {
      Document: 'mainFrame',
      Stylesheet: 'stylesheet',
      Script: 'script',
      Image: 'image',
      Font: 'font',
      Media: 'media',
      XHR: 'xhr',
      Fetch: 'xhr',
      Ping: 'ping',
      WebSocket: 'webSocket'
    }
    const details = {
      id: 0,
      url,
      method,
      resourceType: types[resourceType] ?? 'other',
      referrer: '',
      timestamp: Date.now(),
      uploadData: [],
      ...(webContents !== null && { webContents, webContentsId: webContents.id, frame: webContents.mainFrame }),
      ...(initiatorOrigin !== null && { initiatorOrigin })
    }
    return new Promise((resolve) =>
      beforeRequest(details, (response) => {
        if (response.redirectURL !== undefined) throw new Error('stand-in: redirectURL in webRequest.onBeforeRequest is not implemented')
        resolve(response.cancel !== true)
      })
    )
  }

  /**
   * Passes the decisions of main's permission check handler to Chromium before a document loads. The page sees them as permission states.
   * As in Electron, all permissions are granted if there is no handler.
   */
  async applyPermissions(chromium: ChromiumProcess, asker: PermissionRequester): Promise<void> {
    this.settings.clear()
    for (const [permission, names] of permissions) await this.setAll(chromium, names, this.check(asker, permission), asker.pageOrigin)
    await this.applyCapture(chromium, asker)
  }

  /**
   * Updates the camera and microphone permissions before each IPC response to the page. The main process can therefore enable and disable
   * them while the page is open.
   */
  async applyCapture(chromium: ChromiumProcess, asker: PermissionRequester): Promise<void> {
    for (const [permission, names, mediaType] of capturePermissions)
      await this.setAll(chromium, names, this.check(asker, permission, mediaType), asker.pageOrigin)
  }

  /** Handles a page's permission request. Main's request handler decides, and Chromium is updated before the page continues. */
  async requestPermission(
    chromium: ChromiumProcess,
    asker: PermissionRequester,
    permission: PermissionName,
    mediaTypes: readonly MediaType[]
  ): Promise<void> {
    const { requestHandler } = this
    const { webContents, appUrl, pageOrigin } = asker
    const details = { isMainFrame: true, requestingUrl: appUrl, ...(permission === 'media' && { mediaTypes: [...mediaTypes] }) }
    const isGranted =
      requestHandler === null || (await new Promise<boolean>((resolve) => requestHandler(webContents, permission, resolve, details)))
    const asked = [...permissions, ...capturePermissions].filter(
      ([name, , mediaType]) => name === permission && (mediaType === undefined || mediaTypes.includes(mediaType))
    )
    await this.setAll(
      chromium,
      asked.flatMap(([, names]) => names),
      isGranted,
      pageOrigin
    )
  }

  private check({ webContents, appUrl }: PermissionRequester, permission: PermissionName, mediaType?: MediaType): boolean {
    const details = { isMainFrame: true, requestingUrl: appUrl, ...(mediaType !== undefined && { mediaType }) }
    return this.checkHandler?.(webContents, permission, new URL(appUrl).host, details) ?? true
  }

  private async setAll(chromium: ChromiumProcess, names: readonly string[], isGranted: boolean, pageOrigin: string): Promise<void> {
    const setting = isGranted ? 'granted' : 'denied'
    for (const name of names) {
      if (this.settings.get(name) === setting) continue
      this.settings.set(name, setting)
      await setPermission(chromium, name, setting, pageOrigin)
    }
  }
}

async function setPermission(
  chromium: ChromiumProcess,
  name: string,
  setting: Protocol.Browser.PermissionSetting,
  origin: string
): Promise<void> {
  await chromium.connection.browser.send('Browser.setPermission', { permission: { name }, setting, origin })
}

/** Converts a URL pattern of `webRequest`, such as `https://*.example.com/*`, to a regular expression. */
function toExpression(pattern: string): RegExp {
  if (pattern === '<all_urls>') return /^/
  return new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)
}
