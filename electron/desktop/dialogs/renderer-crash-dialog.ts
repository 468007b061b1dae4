import { say } from '../../../shared/i18n/say.ts'
import type { RendererFailure } from '../window/recover-renderer.ts'

export type RendererCrashChoice = 'reload' | 'quit' | 'wait'

/** Returns the dialog for a page that crashed again or doesn't respond. `choices`: the meaning of each button. */
export function rendererCrashDialog(trouble: RendererFailure): {
  readonly message: string
  readonly detail: string
  readonly buttons: string[]
  readonly defaultId: number
  readonly cancelId: number
  readonly choices: readonly RendererCrashChoice[]
} {
  if (trouble === 'gone')
    return {
      message: say('Kiln’s window stopped working again.'),
      detail: say('Your tasks keep running. Nothing is charged twice. Reload the window. You can also quit and open Kiln again.'),
      buttons: [say('Reload'), say('Quit')],
      defaultId: 0,
      cancelId: 0,
      choices: ['reload', 'quit']
    }
  return {
    message: say('Kiln’s window isn’t responding.'),
    detail: say('Your tasks keep running. Wait a moment. You can also reload the window, but your latest edits may be lost.'),
    buttons: [say('Wait'), say('Reload')],
    defaultId: 0,
    cancelId: 0,
    choices: ['wait', 'reload']
  }
}
