import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { electronVersion } from './launch-arguments.ts'

/**
 * The first thing that runs in the stand-in's main process: makes it look like Electron's, gives it the module `electron`, and
 * starts the app that the command line names.
 */
const electronModule = new URL('./electron-module.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: electronModule, shortCircuit: true }
      : nextResolve(specifier, context)
})

process.argv = [join(import.meta.dirname, 'launcher', 'electron'), ...process.argv.slice(2)]
Object.defineProperty(process, 'type', { value: 'browser' })
Object.defineProperty(process, 'versions', { value: Object.freeze({ ...process.versions, electron: electronVersion() }) })

const { launch, standIn } = await import('./electron-module.ts')
const require = createRequire(import.meta.url)
for (const preload of launch.preloads) require(preload)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => standIn.app.quit())

// The app may well keep rejections to itself once it runs: what stops it from starting is said here.
try {
  const asked = standIn.app.untilAskedWhenReady()
  const loaded = import(pathToFileURL(launch.mainFile).href)
  await Promise.race([loaded, asked])
  await standIn.start()
  await loaded
} catch (error) {
  console.error(error)
  process.exit(1)
}
