import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { throwOnMissingMembers, rejectUnknownEvents } from '../not-implemented.ts'
import { createPreventableEvent } from './preventable-event.ts'

/**
 * How the system handles notifications.
 * - `shown`: notifications are shown.
 * - `refused`: `show` emits `failed`, as for an unsigned app on macOS.
 * - `unsupported`: there is no notification service, as on some Linux desktops.
 */
export type NotificationSupport = 'shown' | 'refused' | 'unsupported'

export type NotificationOptions = {
  readonly platform: NodeJS.Platform
  readonly isReady: () => boolean
  readonly support: NotificationSupport
  /** Notifications from an earlier run that are still in macOS's Notification Center. */
  readonly history: readonly Electron.NotificationConstructorOptions[]
  readonly noteCall: (name: string, args: readonly unknown[]) => void
  /** Notifications that are shown and not closed yet. */
  readonly onScreen: Set<StandInNotification>
}

/** Maximum length of a toast's `Tag` property, in characters (see `ToastNotification.Tag` in Microsoft's documentation). */
const longestWindowsTag = 64

/** An invisible notification. A test finds it in `standInNotifications` and triggers it with `emit('click')`. */
export class StandInNotification extends EventEmitter {
  readonly id: string
  readonly title: string
  readonly body: string
  private readonly self: StandInNotification
  private readonly options: NotificationOptions

  constructor(options: NotificationOptions, given: Electron.NotificationConstructorOptions = {}) {
    super()
    if (!options.isReady()) throw new Error('Cannot create Notification before app is ready')
    this.id = given.id || randomUUID()
    this.title = given.title ?? ''
    this.body = given.body ?? ''
    this.options = options
    rejectUnknownEvents('Notification', this, ['show', 'click', 'close', 'reply', 'action', 'failed'])
    this.self = throwOnMissingMembers<StandInNotification>('Notification', this)
    return this.self
  }

  show(): void {
    const { noteCall, onScreen, platform, support } = this.options
    noteCall('Notification.show', [{ title: this.title, body: this.body }])
    if (support === 'unsupported') return
    if (support === 'refused') return this.fail('Notifications are not allowed for this application')
    if (platform === 'win32' && this.id.length > longestWindowsTag) return this.fail('WinAPI: Setting tag failed')
    // Windows and macOS replace a notification with the same ID. Linux doesn't support notification IDs.
    if (platform !== 'linux') for (const other of onScreen) if (other.id === this.id) onScreen.delete(other)
    onScreen.add(this.self)
    this.emit('show')
  }

  close(): void {
    if (this.options.onScreen.delete(this.self)) this.emit('close')
  }

  private fail(error: string): void {
    // The system responds asynchronously on every platform.
    setImmediate(() => this.emit('failed', createPreventableEvent({}), error))
  }
}

export type NotificationClass = typeof Electron.Notification & {
  /** Simulates a click on a toast, as Windows reports it. `tag` is the notification's ID. */
  readonly standInActivate: (tag: string) => void
}

/** Creates the `Notification` class. Platform-specific members exist only on their platform. */
export function createNotificationClass(options: NotificationOptions): NotificationClass {
  const { isReady, onScreen, platform, support } = options
  /** True once Electron's notification presenter exists. On Windows, it registers the COM activator, so earlier clicks are lost. */
  let hasPresenter = false
  let handler: ((activation: Electron.ActivationArguments) => void) | null = null
  let missed: Electron.ActivationArguments | null = null

  class Notification extends StandInNotification {
    constructor(given?: Electron.NotificationConstructorOptions) {
      hasPresenter = true
      super(options, given)
    }

    static isSupported(): boolean {
      hasPresenter = true
      return support !== 'unsupported'
    }
  }

  const forWindows = {
    // Stores the handler and immediately passes it a missed activation. Like Electron, doesn't create the presenter.
    handleActivation: (callback: (activation: Electron.ActivationArguments) => void): void => {
      handler = callback
      if (missed !== null) callback(missed)
      missed = null
    },
    standInActivate: (tag: string): void => {
      if (!hasPresenter) return
      for (const shown of onScreen) if (shown.id === tag) shown.emit('click', createPreventableEvent({}))
      const activation = { type: 'click', arguments: `type=click&tag=${tag}` }
      if (handler === null) missed = activation
      else handler(activation)
    }
  }
  const forMac = {
    getHistory: async () => {
      if (!isReady()) throw new Error('Cannot read notifications before app is ready')
      if (support !== 'shown') return []
      const kept = options.history.map((given) => new Notification(given))
      for (const notification of kept) onScreen.add(notification)
      return kept
    }
  }
  return throwOnMissingMembers<NotificationClass>(
    'Notification',
    Object.assign(Notification, platform === 'win32' && forWindows, platform === 'darwin' && forMac)
  )
}
