import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** Implements `app.getPath` and `app.setPath`. */
export class AppPaths {
  private readonly changed = new Map<string, string>()
  private readonly appName: () => string
  private readonly executable: string

  constructor(options: { readonly appName: () => string; readonly executable: string; readonly userDataDir: string | null }) {
    this.appName = options.appName
    this.executable = options.executable
    if (options.userDataDir !== null) this.changed.set('userData', options.userDataDir)
  }

  /** Returns the path named `name`. Throws for names that Electron doesn't support. */
  get(name: string): string {
    return this.changed.get(name) ?? this.usual(name)
  }

  set(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute')
    this.usual(name)
    this.changed.set(name, path)
  }

  private usual(name: string): string {
    switch (name) {
      case 'home':
        return homedir()
      case 'appData':
        return appDataDir()
      case 'userData':
        return join(this.get('appData'), this.appName())
      case 'sessionData':
        return this.get('userData')
      case 'logs':
        return join(this.get('userData'), 'logs')
      case 'crashDumps':
        return join(this.get('userData'), 'Crashpad')
      case 'temp':
        return tmpdir()
      case 'exe':
      case 'module':
        return this.executable
      case 'desktop':
      case 'documents':
      case 'downloads':
      case 'music':
      case 'pictures':
        return join(homedir(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
      case 'videos':
        return join(homedir(), process.platform === 'darwin' ? 'Movies' : 'Videos')
      default:
        throw new Error(`Failed to get '${name}' path`)
    }
  }
}

function appDataDir(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming')
  return process.env.XDG_CONFIG_HOME || join(homedir(), '.config')
}
