import type { MutationGuard } from './mutation-guards.ts'

/**
 * Guards for the findings in `test/real/findings`, as far as a test without a window covers them. `broken` is the code with the original
 * bug.
 */
export const electronGuards: readonly MutationGuard[] = [
  {
    name: 'Electron 1: image threads on Linux load no native addon',
    file: 'electron/images/open-image-thread.ts',
    code: `process.platform === 'linux' ? ['--no-addons'] : []`,
    broken: `[]`,
    tests: ['test/images/open-image-thread.test.ts', 'test/images/system-glib.test.ts']
  },
  {
    name: 'Electron 2: npm start explains how to enable Electron’s sandbox',
    file: 'test/runtime/linux-sandbox.ts',
    code: `if (!isRestricted) return null`,
    broken: `return null`,
    tests: ['test/repo-checks/start.test.ts']
  },
  {
    name: 'Electron 3: the AppImage doesn’t need FUSE 2',
    file: 'electron-builder.yml',
    code: `  appimage: 1.0.3`,
    broken: `  appimage: 0.0.0`,
    tests: ['test/package/config.test.ts']
  },
  {
    name: 'Electron 6: the COM activator is registered before activations are handled',
    file: 'electron/desktop/system-notifications.ts',
    code: `        Notification.isSupported()
        Notification.handleActivation(`,
    broken: `        Notification.handleActivation(`,
    tests: ['test/desktop/system-notifications.test.ts']
  },
  {
    name: 'Electron 7: a portable copy isn’t treated as installed',
    file: 'electron/desktop/install-kind.ts',
    code: `return environment.PORTABLE_EXECUTABLE_FILE === undefined ? 'installed' : 'portable'`,
    broken: `return 'installed'`,
    tests: ['test/desktop/install-kind.test.ts']
  },
  {
    name: 'Electron 8: a page whose process ends is reloaded',
    file: 'electron/desktop/recover-renderer.ts',
    code: `if (!contents.isDestroyed()) contents.reload()`,
    broken: ``,
    tests: ['test/desktop/recover-renderer.test.ts']
  },
  {
    name: 'Electron 9: the ciphertext’s tag decides whether a key is stored',
    file: 'electron/account/key-vault.ts',
    code: `tagOf(ciphertext) === 'v10' ? 'weak' : 'strong'`,
    broken: `false ? 'weak' : 'strong'`,
    tests: ['test/account/key-vault.test.ts']
  },
  {
    name: 'Electron 10: zoom works with every plus and minus key',
    file: 'electron/desktop/app-menu-template.ts',
    code: `...(isMac ? [] : zoomKeys()),`,
    broken: ``,
    tests: ['test/desktop/menus.test.ts']
  },
  {
    name: 'Electron 11: startup doesn’t wait for a keychain dialog',
    file: 'electron/account/account.ts',
    code: `wait(longestStoreWaitInMs).then(() => 'not-yet' as const)`,
    broken: `new Promise<'not-yet'>(() => undefined)`,
    tests: ['test/ipc/handlers.test.ts']
  },
  {
    name: 'Electron 12: the page’s first line names the system',
    file: 'electron/desktop/app-protocol.ts',
    code: ` data-platform="\${parts.platform}"`,
    broken: ``,
    tests: ['test/desktop/app-protocol.test.ts']
  },
  {
    name: 'Electron 14: everything is closed before an installer starts',
    file: 'electron/desktop/system-updater.ts',
    code: `void quitActions.close().then(() => {`,
    broken: `void Promise.resolve().then(() => {`,
    tests: ['test/desktop/system-updater.test.ts']
  },
  {
    name: 'Electron 14: one restart starts one installer',
    file: 'electron/desktop/system-updater.ts',
    code: `if (isRestarting) return`,
    broken: ``,
    tests: ['test/desktop/system-updater.test.ts']
  },
  {
    name: 'Electron 15: an unpackaged Kiln has its own data folder',
    file: 'electron/desktop/data-folder.ts',
    code: `(parts.isPackaged ? null : join(parts.appDataFolder, developmentApp.name))`,
    broken: `null`,
    tests: ['test/desktop/data-folder.test.ts']
  },
  {
    name: 'Electron 17: a worker’s request isn’t treated as Chromium’s own',
    file: 'electron/desktop/restrict-session.ts',
    code: ` && details.initiatorOrigin === undefined`,
    broken: ``,
    tests: ['test/desktop/restrict-session.test.ts']
  },
  {
    name: 'Electron 17: a failed dictionary that the user didn’t choose isn’t reported',
    file: 'electron/desktop/spelling.ts',
    code: `return rules.isOn && rules.languages.includes(language)`,
    broken: `return true`,
    tests: ['test/desktop/spelling.test.ts']
  },
  {
    name: 'Electron 20: the tray icon on Linux has 32 pixels',
    file: 'electron/desktop/tray-image.ts',
    code: `if (platform === 'linux') return nativeImage.createFromDataURL(smallTwice)`,
    broken: ``,
    tests: ['test/desktop/tray-image.test.ts']
  },
  {
    name: 'Electron 21: a packaged Kiln doesn’t start with switches that let another program control its page',
    file: 'electron/desktop/debugging-switches.ts',
    code: `return parts.isPackaged ? debuggingSwitches.filter(parts.hasSwitch) : []`,
    broken: `return []`,
    tests: ['test/desktop/install-kind.test.ts']
  },
  {
    name: 'Electron C1: macOS settings on the command line aren’t files',
    file: 'electron/desktop/launch-arguments.ts',
    code: ` && !(platform === 'darwin' && isCocoaDefault(words[at]))`,
    broken: ``,
    tests: ['test/desktop/launch-arguments.test.ts']
  },
  {
    name: 'Electron C3: a kill on Windows ends with exit code 1',
    file: 'test/crash/has-killed-itself.ts',
    code: `return signal === null && code === 1 && stderr === ''`,
    broken: `return false`,
    tests: ['test/crash/killed-itself.test.ts']
  },
  {
    name: 'a removed key isn’t restored',
    file: 'electron/account/key-vault.ts',
    code: ` || session.get(connectionId) !== key) return false`,
    broken: `) return false`,
    tests: ['test/account/key-vault.test.ts']
  },
  {
    name: 'a platform’s files are excluded only in the common list',
    file: 'test/tools/package.ts',
    code: `files: process.platform === 'linux' ? [] : [`,
    broken: `linux: { files: ['!nothing'] }, files: process.platform === 'linux' ? [] : [`,
    tests: ['test/package/packed.test.ts']
  }
]
