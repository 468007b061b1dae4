import type { StandInBrowserWindow } from './browser-window.ts'

/** The open windows, in order of creation. */
export class Windows {
  private readonly open: StandInBrowserWindow[] = []
  private focused: StandInBrowserWindow | null = null
  private lastId = 0
  private readonly onLastClosed: () => void

  constructor(onLastClosed: () => void) {
    this.onLastClosed = onLastClosed
  }

  nextId(): number {
    return ++this.lastId
  }

  add(window: StandInBrowserWindow): void {
    this.open.push(window)
  }

  remove(window: StandInBrowserWindow): void {
    this.open.splice(this.open.indexOf(window), 1)
    if (this.focused === window) this.focused = null
    if (this.open.length === 0) this.onLastClosed()
  }

  all(): StandInBrowserWindow[] {
    return [...this.open]
  }

  byId(id: number): StandInBrowserWindow | null {
    return this.open.find((window) => window.id === id) ?? null
  }

  byTargetId(targetId: string): StandInBrowserWindow | null {
    return this.open.find((window) => window.contents.targetId === targetId) ?? null
  }

  current(): StandInBrowserWindow | null {
    return this.focused
  }

  /** `window`: null if no window has the focus. */
  setFocused(window: StandInBrowserWindow | null): void {
    this.focused = window
  }
}
