import { app, BrowserWindow, nativeImage, powerSaveBlocker } from 'electron'
import { trayStatusText } from './tray-text.ts'
import type { OverallTaskStatus } from './task-monitor.ts'
import needsYouPicture from '../icons/needs-you.png?inline'
import { createSleepBlocker } from './sleep-blocker.ts'

/** Returns a function that shows the status in the badge, taskbar and dock. It also keeps the computer awake during transfers. */
export function createStatusIndicators(): (workStatus: OverallTaskStatus) => void {
  const keepAwake = createSleepBlocker(powerSaveBlocker)
  return ({ counts, progress, isTransferring }) => {
    keepAwake(isTransferring)
    // Electron shows an indeterminate bar for values above 1, and hides the bar for values below 0.
    const bar = progress === null ? -1 : progress === 'unknown' ? 2 : progress
    if (process.platform !== 'win32') app.setBadgeCount(counts.asking)
    for (const window of BrowserWindow.getAllWindows()) {
      // Linux doesn't support an indeterminate bar.
      window.setProgressBar(process.platform === 'linux' && bar > 1 ? -1 : bar)
      if (process.platform === 'win32')
        window.setOverlayIcon(counts.asking === 0 ? null : nativeImage.createFromDataURL(needsYouPicture), trayStatusText(counts))
    }
  }
}
