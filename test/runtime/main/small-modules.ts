import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type Electron from 'electron'
import { throwOnMissingMembers, rejectUnknownEvents } from '../not-implemented.ts'
import type { Desktop } from './desktop.ts'
import type { ProtocolHandler } from './protocol.ts'

type NoteCall = (name: string, args: readonly unknown[]) => void

/** Creates the `shell` module. Records its calls. Performs them only if `desktop` isn't null. */
export function createShell(noteCall: NoteCall, desktop: Desktop | null): Electron.Shell {
  const leave = (name: string, target: string, opened = target): void => {
    noteCall(name, [target])
    desktop?.openOutside(opened)
  }
  return throwOnMissingMembers<Electron.Shell>('shell', {
    openExternal: async (url: string) => leave('shell.openExternal', url),
    showItemInFolder: (path: string) => leave('shell.showItemInFolder', path, dirname(path)),
    openPath: async (path: string) => {
      leave('shell.openPath', path)
      return ''
    },
    // Always fails, because the stand-in doesn't implement a trash. The app must leave the file in place.
    trashItem: async (path: string) => {
      noteCall('shell.trashItem', [path])
      throw new Error('stand-in: the trash is not implemented')
    },
    beep: () => noteCall('shell.beep', [])
  } satisfies Partial<Electron.Shell>)
}

/** An invisible tray icon. A test finds it in `standInTrays` and triggers it with `emit('click')` or `choose`. */
export class StandInTray extends EventEmitter {
  toolTip = ''
  menu: Electron.Menu | null = null
  private isGone = false
  private readonly self: StandInTray
  private readonly shown: Set<StandInTray>
  private readonly act: (item: Electron.MenuItem) => void

  constructor(shown: Set<StandInTray>, act: (item: Electron.MenuItem) => void, image: Electron.NativeImage | string) {
    super()
    if (typeof image !== 'string' && image.isEmpty()) throw new Error('Failed to load image: it is empty')
    rejectUnknownEvents('Tray', this, ['click', 'right-click', 'double-click'])
    this.shown = shown
    this.act = act
    this.self = throwOnMissingMembers<StandInTray>('Tray', this)
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

  /** Chooses a menu item by its label, as the user would. Not part of Electron's API. */
  choose(label: string): void {
    const items = (this.menu?.items ?? []).flatMap((item) => [item, ...(item.submenu?.items ?? [])])
    const found = items.find((item) => item.label === label && item.visible && item.enabled)
    if (found === undefined) throw new Error(`stand-in: “${label}” can’t be chosen in the tray menu`)
    this.act(found)
  }

  destroy(): void {
    this.isGone = true
    this.shown.delete(this.self)
  }

  isDestroyed(): boolean {
    return this.isGone
  }
}

/** Creates the `Tray` class. `shown`: the set that holds the icons in the tray. `act`: performs a menu item. */
export function createTrayClass(shown: Set<StandInTray>, act: (item: Electron.MenuItem) => void): typeof Electron.Tray {
  class Tray extends StandInTray {
    constructor(image: Electron.NativeImage | string) {
      super(shown, act, image)
    }
  }
  return throwOnMissingMembers<typeof Electron.Tray>('Tray', Tray)
}

/** Creates the `powerMonitor` module. It emits only the events that tests trigger, for example with `emit('suspend')`. */
export function createPowerMonitor(): Electron.PowerMonitor {
  const emitter = new EventEmitter()
  rejectUnknownEvents('powerMonitor', emitter, [
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
  return throwOnMissingMembers<Electron.PowerMonitor>(
    'powerMonitor',
    Object.assign(emitter, {
      getSystemIdleState: () => 'active',
      getSystemIdleTime: () => 0,
      isOnBatteryPower: () => false,
      onBatteryPower: false
    } satisfies Partial<Electron.PowerMonitor>)
  )
}

/** Creates the `powerSaveBlocker` module, which only records its calls in `standInCalls`. */
export function createPowerSaveBlocker(noteCall: NoteCall): Electron.PowerSaveBlocker {
  const started = new Set<number>()
  let lastId = 0
  return throwOnMissingMembers<Electron.PowerSaveBlocker>('powerSaveBlocker', {
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

/** Creates the `screen` module, with one screen of 1920 × 1080 pixels. */
export function createScreen(isReady: () => boolean): Electron.Screen {
  const area = { x: 0, y: 0, width: 1920, height: 1080 }
  const display = throwOnMissingMembers<Electron.Display>('Display', {
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
  rejectUnknownEvents('screen', emitter, ['display-added', 'display-removed', 'display-metrics-changed'])
  const screen = throwOnMissingMembers<Electron.Screen>(
    'screen',
    Object.assign(emitter, {
      getPrimaryDisplay: () => display,
      getAllDisplays: () => [display],
      getDisplayMatching: () => display,
      getDisplayNearestPoint: () => display,
      getCursorScreenPoint: () => ({ x: 0, y: 0 })
    } satisfies Partial<Electron.Screen>)
  )
  return new Proxy(screen, {
    get: (built, member, receiver) => {
      if (!isReady()) throw new Error("The 'screen' module can't be used before the app 'ready' event")
      return Reflect.get(built, member, receiver)
    }
  })
}

/** Creates the `net` module, with access to the network and to the app's own schemes. */
export function createNet(handlerOf: (scheme: string) => ProtocolHandler | null): Electron.Net {
  return throwOnMissingMembers<Electron.Net>('net', {
    online: true,
    isOnline: () => true,
    fetch: async (input: string | Request, init?: RequestInit) => {
      const request = new Request(input, init)
      const handler = handlerOf(new URL(request.url).protocol.slice(0, -1))
      if (handler !== null) return handler(request)
      // As in Electron, returns the whole file regardless of the requested range.
      if (request.url.startsWith('file:')) return new Response(await readFile(fileURLToPath(request.url)))
      return fetch(request)
    }
  })
}

/** True if crash reports would be uploaded. The stand-in never sends any. As in Electron, upload is enabled by default. */
let doesUpload = true
export const crashReporter = throwOnMissingMembers<Electron.CrashReporter>('crashReporter', {
  start: ({ uploadToServer = true, submitURL }) => {
    if (uploadToServer && submitURL === undefined) throw new Error('submitURL must be specified when uploadToServer is true')
    doesUpload = uploadToServer
  },
  getUploadToServer: () => doesUpload
} satisfies Partial<Electron.CrashReporter>)
