import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { hostPlatform } from './host-platform.ts'

export type LaunchArguments = {
  /** Modules to load before the app (`-r`). */
  readonly preloads: readonly string[]
  readonly appDir: string
  readonly mainFile: string
  readonly appName: string
  readonly appVersion: string
  /** Absolute path. Null if the default location is used. */
  readonly userDataDir: string | null
  /** Port for remote debugging of the pages, or `0` for any free port. Null if remote debugging is disabled. */
  readonly devtoolsPort: string | null
  readonly isSandboxed: boolean
  /** Switches that affect only Chromium. */
  readonly chromiumSwitches: readonly string[]
}

/** Switches that Electron also passes on to Chromium. They provide a fake camera and microphone, and disable 3D graphics. */
const handedOn: readonly string[] = ['--use-fake-device-for-media-stream', '--disable-3d-apis']

/**
 * Parses Electron's own command line (without the executable). The app is the first argument that isn't a switch. The default is the
 * current folder.
 */
export function parseElectronArguments(args: readonly string[]): LaunchArguments {
  const preloads: string[] = []
  let appPath: string | null = null
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] as string
    if (argument === '-r' || argument === '--require') preloads.push(args[++index] as string)
    else if (!argument.startsWith('-')) appPath ??= argument
  }
  const userDataDir = valueOf(args, '--user-data-dir=')
  const isRootOnLinux = hostPlatform === 'linux' && process.getuid?.() === 0
  return {
    preloads,
    ...findApp(resolve(appPath ?? '.')),
    userDataDir: userDataDir ? resolve(userDataDir) : null,
    devtoolsPort: valueOf(args, '--remote-debugging-port='),
    isSandboxed: !isRootOnLinux && !args.includes('--no-sandbox'),
    chromiumSwitches: handedOn.filter((name) => args.some((argument) => argument === name || argument.startsWith(`${name}=`)))
  }
}

/** Returns the value of an option. Null if the option is missing. If the option is repeated, the last value counts. */
function valueOf(args: readonly string[], option: string): string | null {
  return args.findLast((argument) => argument.startsWith(option))?.slice(option.length) ?? null
}

function findApp(path: string): Pick<LaunchArguments, 'appDir' | 'mainFile' | 'appName' | 'appVersion'> {
  if (statSync(path).isFile()) return { appDir: dirname(path), mainFile: path, appName: 'Electron', appVersion: electronVersion() }
  const manifestPath = join(path, 'package.json')
  const manifest = existsSync(manifestPath) ? (JSON.parse(readFileSync(manifestPath, 'utf8')) as Record<string, string | undefined>) : {}
  return {
    appDir: path,
    mainFile: join(path, manifest.main ?? 'index.js'),
    appName: manifest.productName ?? manifest.name ?? 'Electron',
    appVersion: manifest.version ?? electronVersion()
  }
}

/** Returns the version of the installed Electron package. */
export function electronVersion(): string {
  const manifest = new URL('../../node_modules/electron/package.json', import.meta.url)
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
