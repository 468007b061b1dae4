import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What a second process of the app leaves for the first. */
export type SecondInstance = { readonly argv: readonly string[]; readonly workingDirectory: string; readonly additionalData: unknown }

/**
 * One process per user data folder. The lock is SQLite's: taken at once, and let go by the system however the process ends.
 * A second process leaves a letter in a folder that the first one watches.
 */
export class SingleInstance {
  private lock: DatabaseSync | null = null
  private watcher: FSWatcher | null = null
  private readonly onSecondInstance: (second: SecondInstance) => void

  constructor(onSecondInstance: (second: SecondInstance) => void) {
    this.onSecondInstance = onSecondInstance
  }

  isHeld(): boolean {
    return this.lock !== null
  }

  /** True: this process is the only one. False: the one that is there has been told. */
  request(userDataDir: string, self: SecondInstance): boolean {
    if (this.lock !== null) return true
    const letterDir = join(userDataDir, 'standin-second-instances')
    mkdirSync(letterDir, { recursive: true })
    const lock = new DatabaseSync(join(userDataDir, 'standin-instance.lock'), { timeout: 0 })
    try {
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    } catch {
      lock.close()
      leaveLetter(letterDir, self)
      return false
    }
    this.lock = lock
    // Letters to a process that is no more.
    for (const name of readdirSync(letterDir)) rmSync(join(letterDir, name))
    this.watcher = watch(letterDir, () => this.readLetters(letterDir))
    this.watcher.unref()
    return true
  }

  release(): void {
    this.watcher?.close()
    this.lock?.close()
    this.lock = null
  }

  private readLetters(letterDir: string): void {
    for (const name of readdirSync(letterDir).filter((file) => file.endsWith('.json'))) {
      const letter = JSON.parse(readFileSync(join(letterDir, name), 'utf8')) as SecondInstance
      rmSync(join(letterDir, name))
      this.onSecondInstance(letter)
    }
  }
}

/** Moved into place when it is whole. */
function leaveLetter(letterDir: string, letter: SecondInstance): void {
  const path = join(letterDir, `${process.pid}-${Date.now()}`)
  writeFileSync(path, JSON.stringify(letter))
  renameSync(path, `${path}.json`)
}
