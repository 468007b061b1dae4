import { BrowserWindow, ipcMain } from 'electron'
import { eventChannel } from '../../../shared/ipc/channels.ts'
import type { IpcEventSender } from '../../../shared/ipc/ipc.ts'
import type { IpcHandlerRegistrar } from '../../ipc/register-ipc-handlers.ts'

/** Handles requests from the page. The values in `sender` come from Electron, so a page can't forge them. */
export const handleIpc: IpcHandlerRegistrar = (channel, answer) => {
  ipcMain.handle(channel, (event, name: unknown, payload: unknown) => {
    const frame = event.senderFrame
    const sender = {
      isOwnWindow: BrowserWindow.fromWebContents(event.sender) !== null,
      isMainFrame: frame !== null && frame.parent === null,
      url: frame?.url ?? null
    }
    return answer(sender, name, payload)
  })
}

/** Sends an event to every window whose page hasn't crashed. */
export const broadcastEvent: IpcEventSender = (name, payload) => {
  for (const window of responsiveWindows()) window.webContents.send(eventChannel(name), payload)
}

/** Returns the number of windows whose page hasn't crashed. */
export function countOpenPages(): number {
  return responsiveWindows().length
}

function responsiveWindows(): readonly BrowserWindow[] {
  return BrowserWindow.getAllWindows().filter((window) => !window.isDestroyed() && !window.webContents.isCrashed())
}
