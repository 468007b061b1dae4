import { spawn } from 'node:child_process'
import type Electron from 'electron'
import type { DevtoolsSession } from '../chromium/devtools-connection.ts'
import { hostPlatform } from '../host-platform.ts'

/** Access to the operating system, for interactive use (`npm start`). Not available in tests. */
export type Desktop = {
  /** Opens a URL, file or folder in the system's default program. */
  readonly openOutside: (target: string) => void
  /** Shows Chromium's file dialog and resolves to the chosen paths. Resolves to an empty list if the user cancels. */
  readonly chooseFiles: (options: Electron.OpenDialogOptions) => Promise<string[]>
  /** Copies text to the system's clipboard. */
  readonly copyText: (text: string) => Promise<void>
}

/** Creates a `Desktop` that uses the focused page for dialogs and copying. `focusedPage`: resolves to null if no window is open. */
export function createDesktop(focusedPage: () => Promise<DevtoolsSession | null>): Desktop {
  return {
    openOutside: (target) => {
      const [command, ...args] = { darwin: ['open', target], win32: ['cmd', '/c', 'start', '', target] }[hostPlatform as string] ?? [
        'xdg-open',
        target
      ]
      const child = spawn(command as string, args, { stdio: 'ignore', detached: true })
      child.once('error', () => console.error(`stand-in: no program can open ${target}`))
      child.unref()
    },
    chooseFiles: async (options) => {
      const page = await focusedPage()
      if (page === null) return []
      const isMany = options.properties?.includes('multiSelections') ?? false
      const accepted = (options.filters ?? []).flatMap(({ extensions }) =>
        extensions.filter((extension) => extension !== '*').map((extension) => `.${extension}`)
      )
      const expression = `(${askForFiles})(${isMany}, ${JSON.stringify(accepted.join())})`
      const { result } = await page.send('Runtime.evaluate', { expression, userGesture: true, awaitPromise: true })
      const { result: entries } = await page.send('Runtime.getProperties', { objectId: result.objectId as string, ownProperties: true })
      const files = entries.flatMap(({ name, value }) => (/^\d+$/.test(name) && value?.objectId !== undefined ? [value.objectId] : []))
      return Promise.all(files.map(async (objectId) => (await page.send('DOM.getFileInfo', { objectId })).path))
    },
    copyText: async (text) => {
      const page = await focusedPage()
      await page?.send('Runtime.evaluate', { expression: `(${copyInPage})(${JSON.stringify(text)})`, userGesture: true })
    }
  }
}

/** Shows the page's file dialog. Runs in the page. */
function askForFiles(isMany: boolean, accepted: string): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = isMany
    input.accept = accepted
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}

/** Copies text. Runs in the page. Uses `document.execCommand`, which doesn't need a permission. */
function copyInPage(text: string): void {
  const write = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('copy', write, { capture: true, once: true })
  document.execCommand('copy')
}
