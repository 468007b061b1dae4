import { app, BrowserWindow, nativeImage, powerSaveBlocker } from 'electron'
import { workStatusText } from '../core/tray-text.ts'
import type { WorkStatus } from './work-monitor.ts'
import needsYouPicture from './icons/needs-you.png?inline'
import { createKeepAwake } from './keep-awake.ts'

/** Shows the current status in the badge, taskbar and dock. Keeps the computer awake during transfers. */
export function createStatusIndicators(): (workStatus: WorkStatus) => void {
  const keepAwake = createKeepAwake(powerSaveBlocker)
  return ({ counts, progress, isTransferring }) => {
    keepAwake(isTransferring)
    // Above 1 the bar is indeterminate. Below 0 it is hidden.
    const bar = progress === null ? -1 : progress === 'unknown' ? 2 : progress
    if (process.platform !== 'win32') app.setBadgeCount(counts.asking)
    for (const window of BrowserWindow.getAllWindows()) {
      // Linux has no indeterminate bar.
      window.setProgressBar(process.platform === 'linux' && bar > 1 ? -1 : bar)
      if (process.platform === 'win32')
        window.setOverlayIcon(counts.asking === 0 ? null : nativeImage.createFromDataURL(needsYouPicture), workStatusText(counts))
    }
  }
}
