import { app, BrowserWindow, dialog } from 'electron'
import type { MessageBoxOptions, MessageBoxReturnValue, WebContents } from 'electron'
import { say } from '../../../shared/i18n/say.ts'
import type { RendererFailure } from '../window/recover-renderer.ts'
import type { QuitChoice } from './confirm-quit.ts'
import { rendererCrashDialog } from './renderer-crash-dialog.ts'

/** Shows a dialog with the window as its parent, if there is one. Restores a minimised window first, because it would hide the dialog. */
async function ask(window: BrowserWindow | null, options: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  if (window === null) return dialog.showMessageBox(options)
  if (window.isMinimized()) window.restore()
  return dialog.showMessageBox(window, options)
}

/** Asks the user about a page that crashed or hangs. Resolves to true if the user chooses to reload it. */
export async function askToReloadPage(contents: WebContents, trouble: RendererFailure, signal: AbortSignal): Promise<boolean> {
  const { choices, ...words } = rendererCrashDialog(trouble)
  const { response } = await ask(BrowserWindow.fromWebContents(contents), { type: 'warning', ...words, noLink: true, signal })
  if (choices[response] === 'quit' && !signal.aborted) app.quit()
  return choices[response] === 'reload'
}

export async function askBeforeQuit(words: { readonly message: string; readonly detail: string }): Promise<QuitChoice> {
  const options: MessageBoxOptions = {
    type: 'question',
    ...words,
    buttons: [say('Quit'), say('Cancel')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
    checkboxLabel: say('Don’t ask again')
  }
  const { response, checkboxChecked } = await ask(BrowserWindow.getAllWindows()[0] ?? null, options)
  return { quits: response === 0, isForGood: checkboxChecked }
}

/** Asks before a window is open. Resolves to the index of the chosen button. */
export async function askBeforeWindowOpens(
  question: Omit<MessageBoxOptions, 'buttons'> & { readonly buttons: readonly string[] }
): Promise<number> {
  return (await dialog.showMessageBox({ type: 'warning', ...question, buttons: [...question.buttons], noLink: true })).response
}
