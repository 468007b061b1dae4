import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import type { ChromiumProcess } from '../chromium/chromium-process.ts'
import type { Protocol } from '../chromium/devtools-protocol.ts'
import { onlyBuilt, refuseUnknownEvents } from '../only-built.ts'
import type { StandInProtocol } from './protocol.ts'
import { ProxyScript } from './proxy-script.ts'

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
type PermissionName = Parameters<NonNullable<RequestHandler>>[1]

type MediaType = 'video' | 'audio'

/** Electron's name of a permission, the names that Chromium's protocol has for it, and what of it is asked for. */
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
/** What main may let go and take back while a page is open. */
const capturePermissions: typeof permissions = [
  ['media', ['camera'], 'video'],
  ['media', ['microphone'], 'audio']
]

/** The one session there is. No page needs a proxy here: nothing it asks for leaves the computer. */
export class StandInSession extends EventEmitter implements Built {
  readonly protocol: Electron.Protocol
  readonly webRequest: Electron.WebRequest
  /** Some of those that Electron has. */
  readonly availableSpellCheckerLanguages = ['de', 'de-DE', 'en-AU', 'en-CA', 'en-GB', 'en-US', 'es', 'fr', 'it', 'pl', 'pt-BR', 'uk']
  /** Electron's own default: it checks, in the language of the system. */
  private isSpellingOn = true
  private spellingLanguages: string[] = ['en-US']
  standInDictionaryUrl: string | null = null
  private readonly way = new ProxyScript()
  private requestHandler: RequestHandler = null
  private checkHandler: CheckHandler = null
  private beforeRequest: BeforeRequestListener | null = null
  private beforeRequestUrls: readonly RegExp[] = []
  /** What Chromium was told of camera and microphone. */
  private readonly captureSettings = new Map<string, Protocol.Browser.PermissionSetting>()

  constructor(protocol: StandInProtocol) {
    super()
    this.protocol = onlyBuilt<Electron.Protocol>('protocol', protocol)
    this.webRequest = onlyBuilt<Electron.WebRequest>('webRequest', {
      onBeforeRequest: (first: Electron.WebRequestFilter | BeforeRequestListener | null, second?: BeforeRequestListener | null) => {
        const urls = typeof first === 'object' && first !== null ? first.urls : ['<all_urls>']
        this.beforeRequestUrls = urls.map(toExpression)
        this.beforeRequest = typeof first === 'function' ? first : (second ?? null)
      }
    })
    refuseUnknownEvents('session', this, [
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

  /** No page finds a device here. */
  setDevicePermissionHandler(): void {}

  /** No page can see the screen here. */
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

  /** No dictionary is fetched here; where it would be is for tests to see. */
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    this.standInDictionaryUrl = url
  }

  forceReloadProxyConfig(): Promise<void> {
    return this.way.forceReloadProxyConfig()
  }

  async closeAllConnections(): Promise<void> {}

  /** Its pages' answers are never kept. */
  async clearCache(): Promise<void> {}

  async clearStorageData(): Promise<void> {
    throw new Error('stand-in: session.clearStorageData is not implemented')
  }

  async mayRequest(webContents: Electron.WebContents | null, url: string, method: string, resourceType: string): Promise<boolean> {
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
      ...(webContents === null ? {} : { webContents, webContentsId: webContents.id })
    }
    return new Promise((resolve) =>
      beforeRequest(details, (response) => {
        if (response.redirectURL !== undefined) throw new Error('stand-in: redirectURL in webRequest.onBeforeRequest is not implemented')
        resolve(response.cancel !== true)
      })
    )
  }

  /**
   * Chromium cannot ask main when a page wants something. So main's handlers are asked for every permission before a document is
   * loaded, and Chromium is told the answers. Without handlers all is granted, as in Electron.
   */
  async applyPermissions(chromium: ChromiumProcess, webContents: Electron.WebContents, pageOrigin: string, appUrl: string): Promise<void> {
    this.captureSettings.clear()
    await Promise.all([
      ...permissions.map(async ([permission, names]) => {
        const isGranted = await this.decide(webContents, permission, appUrl)
        await Promise.all(names.map((name) => setPermission(chromium, name, isGranted ? 'granted' : 'denied', pageOrigin)))
      }),
      this.applyCapture(chromium, webContents, pageOrigin, appUrl)
    ])
  }

  /** Camera and microphone are asked about anew whenever the page heard from main, so that main may open and shut them. */
  async applyCapture(chromium: ChromiumProcess, webContents: Electron.WebContents, pageOrigin: string, appUrl: string): Promise<void> {
    for (const [permission, names, mediaType] of capturePermissions) {
      const setting = (await this.decide(webContents, permission, appUrl, mediaType)) ? 'granted' : 'denied'
      for (const name of names) {
        if (this.captureSettings.get(name) === setting) continue
        this.captureSettings.set(name, setting)
        await setPermission(chromium, name, setting, pageOrigin)
      }
    }
  }

  private async decide(
    webContents: Electron.WebContents,
    permission: PermissionName,
    requestingUrl: string,
    mediaType?: MediaType
  ): Promise<boolean> {
    const { requestHandler, checkHandler } = this
    const origin = new URL(requestingUrl).host
    const details = { isMainFrame: true, requestingUrl }
    const isChecked = checkHandler?.(webContents, permission, origin, { ...details, ...(mediaType !== undefined && { mediaType }) })
    if (isChecked === false) return false
    if (requestHandler === null) return true
    const asked = { ...details, ...(mediaType !== undefined && { mediaTypes: [mediaType] }) }
    return new Promise((resolve) => requestHandler(webContents, permission, resolve, asked))
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

/** A URL pattern of `webRequest`, such as `https://*.example.com/*`. */
function toExpression(pattern: string): RegExp {
  if (pattern === '<all_urls>') return /^/
  return new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)
}
