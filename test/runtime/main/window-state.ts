import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type WindowState = {
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly state: 'normal' | 'minimized' | 'maximized' | 'fullscreen'
}

/** Bounds and states of named windows (`windowStatePersistence`), stored in a file in the user data folder. */
export class WindowStateStore {
  private readonly userDataDir: () => string

  constructor(userDataDir: () => string) {
    this.userDataDir = userDataDir
  }

  /** Returns the saved state. Null if it was never saved. */
  read(name: string): WindowState | null {
    return this.all()[name] ?? null
  }

  write(name: string, state: WindowState): void {
    mkdirSync(dirname(this.path()), { recursive: true })
    writeFileSync(this.path(), JSON.stringify({ ...this.all(), [name]: state }))
  }

  private path(): string {
    return join(this.userDataDir(), 'standin-windows.json')
  }

  private all(): Record<string, WindowState> {
    try {
      return JSON.parse(readFileSync(this.path(), 'utf8')) as Record<string, WindowState>
    } catch {
      return {}
    }
  }
}
