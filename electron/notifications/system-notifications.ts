import type { Notification as ElectronNotification } from 'electron'
import type { NotificationPresenter } from './notifications.ts'

type NotificationClass = (new (options: { readonly id: string; readonly title: string; readonly body: string }) => ElectronNotification) &
  Pick<typeof ElectronNotification, 'isSupported' | 'handleActivation' | 'getHistory'>

export type SystemNotifications = {
  readonly show: NotificationPresenter
  /**
   * Calls `lead` for clicks on notifications from earlier runs of Kiln. On Windows, such a click may have started Kiln. On macOS, these
   * notifications stay in Notification Center. Linux doesn't report such clicks.
   */
  readonly followOld: (lead: (target: string) => void) => void
}

/** Shows notifications through the system. `onFailed` is called with the error of each notification that the system rejects. */
export function createSystemNotifications(parts: {
  readonly Notification: NotificationClass
  readonly platform: NodeJS.Platform
  readonly onFailed: (error: string) => void
}): SystemNotifications {
  const { Notification, platform, onFailed } = parts
  /** Notifications that the system may still show. The references prevent garbage collection, which would lose click events. */
  const shown = new Map<string, ElectronNotification>()

  return {
    show: ({ target, title, body, onClick }) => {
      if (!Notification.isSupported()) return () => undefined
      const notification = new Notification({ id: target, title, body })
      notification.on('click', onClick)
      notification.on('failed', (_event, error) => onFailed(error))
      shown.set(target, notification)
      notification.show()
      return () => {
        if (shown.get(target) === notification) shown.delete(target)
        notification.close()
      }
    },
    followOld: (lead) => {
      if (platform === 'win32') {
        // Registers the COM activator. Without it, Windows can't report clicks, and `handleActivation` alone doesn't register it
        // (electron/shell/browser/notifications/win/notification_presenter_win.cc).
        Notification.isSupported()
        Notification.handleActivation((activation) => {
          const target = new URLSearchParams(activation.arguments).get('tag') ?? ''
          // Notifications that this process showed have their own click listener.
          if (!shown.has(target)) lead(target)
        })
      }
      if (platform === 'darwin') {
        Notification.getHistory().then(
          (kept) => {
            for (const notification of kept) {
              if (shown.has(notification.id)) continue
              shown.set(notification.id, notification)
              notification.on('click', () => lead(notification.id))
            }
          },
          (error: unknown) => onFailed(String(error))
        )
      }
    }
  }
}
