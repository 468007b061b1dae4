import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import workerThreads, { type WorkerOptions } from 'node:worker_threads'
import { hostPlatform } from './host-platform.ts'
import { electronVersion } from './launch-arguments.ts'

/**
 * Runs first in the Electron stand-in's main process. Makes the process look like Electron's and provides the module `electron`. Starts the
 * app named on the command line.
 */
const electronModule = new URL('./electron-module.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: electronModule, shortCircuit: true }
      : nextResolve(specifier, context)
})

// Only the main process loads the system's GLib (system-glib-environment.ts). Child processes such as Chromium must not inherit these
// variables.
delete process.env.LD_PRELOAD
delete process.env.G_DEBUG

const electron = join(import.meta.dirname, 'launcher', 'electron')
process.argv = [electron, ...process.argv.slice(2)]
Object.defineProperty(process, 'type', { value: 'browser' })
Object.defineProperty(process, 'versions', { value: Object.freeze({ ...process.versions, electron: electronVersion() }) })

const { electronLaunchArguments, electronStandIn } = await import('./electron-module.ts')
const { environment } = electronStandIn
// A packaged app is its own executable, so the app isn't named on the command line.
if (environment.isPackaged) process.argv = process.argv.filter((word, at) => at === 0 || resolve(word) !== electronLaunchArguments.appDir)
Object.defineProperty(process, 'resourcesPath', { value: join(import.meta.dirname, 'launcher', 'resources') })
if (environment.platform !== hostPlatform) {
  // sharp chooses its binary by `process.platform`, so it is loaded before that value changes.
  await import('sharp')
  if (hostPlatform === 'linux') disableAddonsInImageThreads()
  Object.defineProperty(process, 'platform', { value: environment.platform })
}
const require = createRequire(import.meta.url)
for (const preload of electronLaunchArguments.preloads) require(preload)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => electronStandIn.app.quit())

// Prints startup errors here, because the running app may handle rejections silently.
try {
  const asked = electronStandIn.app.untilAskedWhenReady()
  const loaded = import(pathToFileURL(electronLaunchArguments.mainFile).href)
  await Promise.race([loaded, asked])
  await electronStandIn.start()
  await loaded
} catch (error) {
  console.error(error)
  process.exit(1)
}

/**
 * Starts image threads without native add-ons. They see the host's platform and, on Linux, load only sharp's WebAssembly build
 * (electron/images/sharp.ts).
 */
function disableAddonsInImageThreads(): void {
  const { Worker } = workerThreads
  workerThreads.Worker = class extends Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      super(file, options.name === 'images' ? { ...options, execArgv: ['--no-addons'] } : options)
    }
  }
  syncBuiltinESMExports()
}
