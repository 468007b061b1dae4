import { Notification } from 'electron'
import type { ShowNotice } from './notices.ts'

/** Those that the system may still show: without a reference a click on them would not be heard. */
const shown = new Map<string, Notification>()

/** Shows notices through the system. One that it refuses is told to `onFailed`; nothing is lost by it. */
export function createShowNotice(onFailed: (error: string) => void): ShowNotice {
  return ({ target, title, body, onClick }) => {
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
  }
}

/**
 * Hears of clicks on notices of before a restart, which the system has kept: on Windows they may be what Kiln was started by, on macOS they
 * lie in the Notification Center. Linux has none.
 */
export function hearOldNotices(lead: (target: string) => void): void {
  if (process.platform === 'win32') {
    Notification.handleActivation((activation) => {
      const target = new URLSearchParams(activation.arguments).get('tag') ?? ''
      // One that is shown by this Kiln hears its click by itself.
      if (!shown.has(target)) lead(target)
    })
  }
  if (process.platform === 'darwin') {
    void Notification.getHistory().then((kept) => {
      for (const notification of kept) {
        if (shown.has(notification.id)) continue
        shown.set(notification.id, notification)
        notification.on('click', () => lead(notification.id))
      }
    })
  }
}
