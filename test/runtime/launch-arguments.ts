import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export type LaunchArguments = {
  /** Modules to load before the app (`-r`). */
  readonly preloads: readonly string[]
  readonly appDir: string
  readonly mainFile: string
  readonly appName: string
  readonly appVersion: string
  /** Absolute; null: the usual place. */
  readonly userDataDir: string | null
  /** Port on which others may drive the pages, `0` for any that is free; null: none. */
  readonly devtoolsPort: string | null
  readonly isSandboxed: boolean
  /** Switches that are Chromium's own business. */
  readonly chromiumSwitches: readonly string[]
}

/** As Electron does, these are handed on: a camera and a microphone that are not there. */
const handedOn: readonly string[] = ['--use-fake-device-for-media-stream']

/** Reads Electron's own command line (without the executable). The app is the first argument that is no switch, else the current folder. */
export function readLaunchArguments(args: readonly string[]): LaunchArguments {
  const preloads: string[] = []
  let appPath: string | null = null
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] as string
    if (argument === '-r' || argument === '--require') preloads.push(args[++index] as string)
    else if (!argument.startsWith('-')) appPath ??= argument
  }
  const userDataDir = valueOf(args, '--user-data-dir=')
  const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0
  return {
    preloads,
    ...findApp(resolve(appPath ?? '.')),
    userDataDir: userDataDir ? resolve(userDataDir) : null,
    devtoolsPort: valueOf(args, '--remote-debugging-port='),
    isSandboxed: !isRootOnLinux && !args.includes('--no-sandbox'),
    chromiumSwitches: handedOn.filter((name) => args.some((argument) => argument === name || argument.startsWith(`${name}=`)))
  }
}

/** The last one counts, as everywhere. */
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

/** Version of the Electron package whose place this runtime takes. */
export function electronVersion(): string {
  const manifest = new URL('../../node_modules/electron/package.json', import.meta.url)
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
