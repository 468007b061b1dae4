import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type Electron from 'electron'
import { onlyBuilt, refuseUnknownEvents } from '../only-built.ts'
import type { Desktop } from './desktop.ts'
import type { ProtocolHandler } from './protocol.ts'

type NoteCall = (name: string, args: readonly unknown[]) => void

/** What leaves the app is written down, and done only where a person is there to see it. */
export function makeShell(noteCall: NoteCall, desktop: Desktop | null): Electron.Shell {
  const leave = (name: string, target: string, opened = target): void => {
    noteCall(name, [target])
    desktop?.openOutside(opened)
  }
  return onlyBuilt<Electron.Shell>('shell', {
    openExternal: async (url: string) => leave('shell.openExternal', url),
    showItemInFolder: (path: string) => leave('shell.showItemInFolder', path, dirname(path)),
    openPath: async (path: string) => {
      leave('shell.openPath', path)
      return ''
    },
    // Where no system is there to keep it, nothing is thrown away: the app has to leave the file where it is.
    trashItem: async (path: string) => {
      noteCall('shell.trashItem', [path])
      throw new Error('stand-in: there is no trash here')
    },
    beep: () => noteCall('shell.beep', [])
  } satisfies Partial<Electron.Shell>)
}

/** A notification that nobody sees; a test finds it among `standInNotifications` and drives it with `emit('click')`. */
export class StandInNotification extends EventEmitter {
  readonly id: string
  readonly title: string
  readonly body: string
  private readonly self: StandInNotification
  private readonly noteCall: NoteCall
  private readonly onScreen: Set<StandInNotification>

  constructor(noteCall: NoteCall, onScreen: Set<StandInNotification>, options: Electron.NotificationConstructorOptions = {}) {
    super()
    this.id = options.id || randomUUID()
    this.title = options.title ?? ''
    this.body = options.body ?? ''
    this.noteCall = noteCall
    this.onScreen = onScreen
    refuseUnknownEvents('Notification', this, ['show', 'click', 'close', 'reply', 'action', 'failed'])
    this.self = onlyBuilt<StandInNotification>('Notification', this)
    return this.self
  }

  show(): void {
    this.noteCall('Notification.show', [{ title: this.title, body: this.body }])
    this.onScreen.add(this.self)
    this.emit('show')
  }

  close(): void {
    if (this.onScreen.delete(this.self)) this.emit('close')
  }
}

/** `onScreen`: those that are shown and not closed yet. */
export function makeNotificationClass(noteCall: NoteCall, onScreen: Set<StandInNotification>): typeof Electron.Notification {
  class Notification extends StandInNotification {
    constructor(options?: Electron.NotificationConstructorOptions) {
      super(noteCall, onScreen, options)
    }

    static isSupported(): boolean {
      return true
    }
  }
  return onlyBuilt<typeof Electron.Notification>('Notification', Notification)
}

/** An icon that nobody sees; a test finds it among `standInTrays`, and drives it with `emit('click')` and its menu. */
export class StandInTray extends EventEmitter {
  toolTip = ''
  menu: Electron.Menu | null = null
  private isGone = false
  private readonly self: StandInTray
  private readonly shown: Set<StandInTray>

  constructor(shown: Set<StandInTray>, image: Electron.NativeImage | string) {
    super()
    if (typeof image !== 'string' && image.isEmpty()) throw new Error('Failed to load image: it is empty')
    refuseUnknownEvents('Tray', this, ['click', 'right-click', 'double-click'])
    this.shown = shown
    this.self = onlyBuilt<StandInTray>('Tray', this)
    shown.add(this.self)
    return this.self
  }

  setToolTip(text: string): void {
    this.toolTip = text
  }

  setImage(_image: Electron.NativeImage | string): void {}

  setContextMenu(menu: Electron.Menu | null): void {
    this.menu = menu
  }

  destroy(): void {
    this.isGone = true
    this.shown.delete(this.self)
  }

  isDestroyed(): boolean {
    return this.isGone
  }
}

/** `shown`: the icons that are there. */
export function makeTrayClass(shown: Set<StandInTray>): typeof Electron.Tray {
  class Tray extends StandInTray {
    constructor(image: Electron.NativeImage | string) {
      super(shown, image)
    }
  }
  return onlyBuilt<typeof Electron.Tray>('Tray', Tray)
}

/** A computer that never sleeps by itself; a test drives it with `emit('suspend')` and the like. */
export function makePowerMonitor(): Electron.PowerMonitor {
  const emitter = new EventEmitter()
  refuseUnknownEvents('powerMonitor', emitter, [
    'suspend',
    'resume',
    'on-ac',
    'on-battery',
    'shutdown',
    'lock-screen',
    'unlock-screen',
    'user-did-become-active',
    'user-did-resign-active'
  ])
  return onlyBuilt<Electron.PowerMonitor>(
    'powerMonitor',
    Object.assign(emitter, {
      getSystemIdleState: () => 'active',
      getSystemIdleTime: () => 0,
      isOnBatteryPower: () => false,
      onBatteryPower: false
    } satisfies Partial<Electron.PowerMonitor>)
  )
}

/** What is blocked is written down in `standInCalls`. */
export function makePowerSaveBlocker(noteCall: NoteCall): Electron.PowerSaveBlocker {
  const started = new Set<number>()
  let lastId = 0
  return onlyBuilt<Electron.PowerSaveBlocker>('powerSaveBlocker', {
    start: (type) => {
      noteCall('powerSaveBlocker.start', [type])
      started.add(++lastId)
      return lastId
    },
    stop: (id: number) => {
      noteCall('powerSaveBlocker.stop', [id])
      return started.delete(id)
    },
    isStarted: (id: number) => started.has(id)
  } satisfies Electron.PowerSaveBlocker)
}

/** One screen of 1920 x 1080. */
export function makeScreen(): Electron.Screen {
  const area = { x: 0, y: 0, width: 1920, height: 1080 }
  const display = onlyBuilt<Electron.Display>('Display', {
    id: 1,
    bounds: area,
    workArea: area,
    size: area,
    workAreaSize: area,
    scaleFactor: 1,
    rotation: 0,
    internal: false,
    label: 'stand-in'
  })
  const emitter = new EventEmitter()
  refuseUnknownEvents('screen', emitter, ['display-added', 'display-removed', 'display-metrics-changed'])
  return onlyBuilt<Electron.Screen>(
    'screen',
    Object.assign(emitter, {
      getPrimaryDisplay: () => display,
      getAllDisplays: () => [display],
      getDisplayMatching: () => display,
      getDisplayNearestPoint: () => display,
      getCursorScreenPoint: () => ({ x: 0, y: 0 })
    } satisfies Partial<Electron.Screen>)
  )
}

/** Main's own way to the network, and to the app's own schemes. */
export function makeNet(handlerOf: (scheme: string) => ProtocolHandler | null): Electron.Net {
  return onlyBuilt<Electron.Net>('net', {
    online: true,
    isOnline: () => true,
    fetch: async (input: string | Request, init?: RequestInit) => {
      const request = new Request(input, init)
      const handler = handlerOf(new URL(request.url).protocol.slice(0, -1))
      if (handler !== null) return handler(request)
      // As Electron does: the whole file, whatever range was asked for.
      if (request.url.startsWith('file:')) return new Response(await readFile(fileURLToPath(request.url)))
      return fetch(request)
    }
  })
}

/** Nothing is ever reported; what the app has asked for is answered as Electron does, whose default is to send. */
let doesUpload = true
export const crashReporter = onlyBuilt<Electron.CrashReporter>('crashReporter', {
  start: ({ uploadToServer = true, submitURL }) => {
    if (uploadToServer && submitURL === undefined) throw new Error('submitURL must be specified when uploadToServer is true')
    doesUpload = uploadToServer
  },
  getUploadToServer: () => doesUpload
} satisfies Partial<Electron.CrashReporter>)
