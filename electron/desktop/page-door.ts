import { BrowserWindow, ipcMain } from 'electron'
import { channelOf } from '../../shared/ipc-names.ts'
import type { Announce } from '../ipc/publish.ts'
import type { Handle } from '../ipc/register.ts'

/** Requests from the page, with what Electron itself knows of their sender. */
export const handleRequests: Handle = (channel, answer) => {
  ipcMain.handle(channel, (event, payload: unknown) => {
    const frame = event.senderFrame
    const sender = {
      isOwnWindow: BrowserWindow.fromWebContents(event.sender) !== null,
      isMainFrame: frame !== null && frame.parent === null,
      url: frame?.url ?? null
    }
    return answer(sender, payload)
  })
}

/** Tells every open window. */
export const announceToWindows: Announce = (name, payload) => {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.webContents.send(channelOf(name), payload)
  }
}

export function countOfWindows(): number {
  return BrowserWindow.getAllWindows().filter((window) => !window.isDestroyed()).length
}
