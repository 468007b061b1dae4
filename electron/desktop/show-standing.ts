import { app, BrowserWindow, nativeImage, powerSaveBlocker } from 'electron'
import { standingWords } from '../core/tray-words.ts'
import type { Standing } from './follow-work.ts'
import needsYouPicture from './icons/needs-you.png?inline'
import { createKeepAwake } from './keep-awake.ts'

/** Shows how things stand where the system has a place for it: badge, taskbar and dock; and keeps the computer awake for transfers. */
export function createShowStanding(): (standing: Standing) => void {
  const keepAwake = createKeepAwake(powerSaveBlocker)
  return ({ counts, progress, isTransferring }) => {
    keepAwake(isTransferring)
    // More than 1 moves without an end; below 0 there is none.
    const bar = progress === null ? -1 : progress === 'unknown' ? 2 : progress
    if (process.platform !== 'win32') app.setBadgeCount(counts.asking)
    for (const window of BrowserWindow.getAllWindows()) {
      // Linux has no bar without an end.
      window.setProgressBar(process.platform === 'linux' && bar > 1 ? -1 : bar)
      if (process.platform === 'win32')
        window.setOverlayIcon(counts.asking === 0 ? null : nativeImage.createFromDataURL(needsYouPicture), standingWords(counts))
    }
  }
}
