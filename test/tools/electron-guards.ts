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
    tests: ['test/electron/images/open-image-thread.test.ts', 'test/electron/images/system-glib.test.ts']
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
    file: 'electron/notifications/system-notifications.ts',
    code: `        Notification.isSupported()
        Notification.handleActivation(`,
    broken: `        Notification.handleActivation(`,
    tests: ['test/electron/notifications/system-notifications.test.ts']
  },
  {
    name: 'Electron 7: a portable copy isn’t treated as installed',
    file: 'electron/launch/install-kind.ts',
    code: `return environment.PORTABLE_EXECUTABLE_FILE === undefined ? 'installed' : 'portable'`,
    broken: `return 'installed'`,
    tests: ['test/electron/launch/install-kind.test.ts']
  },
  {
    name: 'Electron 8: a page whose process ends is reloaded',
    file: 'electron/desktop/window/recover-renderer.ts',
    code: `if (!contents.isDestroyed()) contents.reload()`,
    broken: ``,
    tests: ['test/electron/desktop/window/recover-renderer.test.ts']
  },
  {
    name: 'Electron 9: the ciphertext’s tag decides whether a key is stored',
    file: 'electron/accounts/key-vault.ts',
    code: `tagOf(ciphertext) === 'v10' ? 'weak' : 'strong'`,
    broken: `false ? 'weak' : 'strong'`,
    tests: ['test/electron/accounts/key-vault.test.ts']
  },
  {
    name: 'Electron 10: zoom works with every plus and minus key',
    file: 'electron/desktop/menu/app-menu-template.ts',
    code: `...(isMac ? [] : zoomKeys()),`,
    broken: ``,
    tests: ['test/electron/desktop/menu/menus.test.ts']
  },
  {
    name: 'Electron 11: startup doesn’t wait for a keychain dialog',
    file: 'electron/accounts/restore-connection.ts',
    code: `wait(longestStoreWaitInMs).then(() => 'not-yet' as const)`,
    broken: `new Promise<'not-yet'>(() => undefined)`,
    tests: ['test/electron/ipc/handlers.test.ts']
  },
  {
    name: 'Electron 12: the page’s first line names the system',
    file: 'electron/desktop/window/app-protocol.ts',
    code: ` data-platform="\${parts.platform}"`,
    broken: ``,
    tests: ['test/electron/desktop/window/app-protocol.test.ts']
  },
  {
    name: 'Electron 14: everything is closed before an installer starts',
    file: 'electron/updates/system-updater.ts',
    code: `void quitActions.close().then(() => {`,
    broken: `void Promise.resolve().then(() => {`,
    tests: ['test/electron/updates/system-updater.test.ts']
  },
  {
    name: 'Electron 14: one restart starts one installer',
    file: 'electron/updates/system-updater.ts',
    code: `if (isRestarting) return`,
    broken: ``,
    tests: ['test/electron/updates/system-updater.test.ts']
  },
  {
    name: 'Electron 15: an unpackaged Kiln has its own data folder',
    file: 'electron/launch/data-folder.ts',
    code: `(parts.isPackaged ? null : join(parts.appDataFolder, developmentApp.name))`,
    broken: `null`,
    tests: ['test/electron/launch/data-folder.test.ts']
  },
  {
    name: 'Electron 17: a worker’s request isn’t treated as Chromium’s own',
    file: 'electron/desktop/window/restrict-session.ts',
    code: ` && details.initiatorOrigin === undefined`,
    broken: ``,
    tests: ['test/electron/desktop/window/restrict-session.test.ts']
  },
  {
    name: 'Electron 17: a failed dictionary that the user didn’t choose isn’t reported',
    file: 'electron/desktop/window/spelling.ts',
    code: `return rules.isOn && rules.languages.includes(language)`,
    broken: `return true`,
    tests: ['test/electron/desktop/window/spelling.test.ts']
  },
  {
    name: 'Electron 20: the tray icon on Linux has 32 pixels',
    file: 'electron/desktop/tray/tray-image.ts',
    code: `if (platform === 'linux') return nativeImage.createFromDataURL(smallTwice)`,
    broken: ``,
    tests: ['test/electron/desktop/tray/tray-image.test.ts']
  },
  {
    name: 'Electron 21: a packaged Kiln doesn’t start with switches that let another program control its page',
    file: 'electron/launch/debugging-switches.ts',
    code: `return parts.isPackaged ? debuggingSwitches.filter(parts.hasSwitch) : []`,
    broken: `return []`,
    tests: ['test/electron/launch/install-kind.test.ts']
  },
  {
    name: 'Electron C1: macOS settings on the command line aren’t files',
    file: 'electron/launch/launch-arguments.ts',
    code: ` && !(platform === 'darwin' && isCocoaDefault(words[at]))`,
    broken: ``,
    tests: ['test/electron/launch/launch-arguments.test.ts']
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
    file: 'electron/accounts/key-vault.ts',
    code: ` || session.get(connectionId) !== key) return false`,
    broken: `) return false`,
    tests: ['test/electron/accounts/key-vault.test.ts']
  },
  {
    name: 'a previous key doesn’t replace a key that couldn’t be stored',
    file: 'electron/accounts/key-vault.ts',
    code: `if (session.get(connectionId) === key) dropSlot(connectionId)`,
    broken: ``,
    tests: ['test/electron/accounts/key-vault.test.ts', 'test/electron/ipc/handlers.test.ts']
  },
  {
    name: 'a platform’s files are excluded only in the common list',
    file: 'test/tools/package.ts',
    code: `files: process.platform === 'linux' ? [] : [`,
    broken: `linux: { files: ['!nothing'] }, files: process.platform === 'linux' ? [] : [`,
    tests: ['test/package/packed.test.ts']
  }
]
