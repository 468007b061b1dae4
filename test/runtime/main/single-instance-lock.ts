import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A message from a second process of the app to the first. */
export type SecondInstanceMessage = {
  readonly argv: readonly string[]
  readonly workingDirectory: string
  readonly additionalData: unknown
}

/**
 * Allows one process per user data folder. The lock is an SQLite lock, which the system releases no matter how the process ends. A second
 * process leaves a message file in a folder that the first process watches.
 */
export class SingleInstanceLock {
  private lock: DatabaseSync | null = null
  private watcher: FSWatcher | null = null
  private readonly onSecondInstance: (second: SecondInstanceMessage) => void

  constructor(onSecondInstance: (second: SecondInstanceMessage) => void) {
    this.onSecondInstance = onSecondInstance
  }

  isHeld(): boolean {
    return this.lock !== null
  }

  /** Acquires the lock. Returns false if another process has it, after sending a message to that process. `self`: the message. */
  request(userDataDir: string, self: SecondInstanceMessage): boolean {
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
    // Deletes messages to a process that has ended.
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
      const letter = JSON.parse(readFileSync(join(letterDir, name), 'utf8')) as SecondInstanceMessage
      rmSync(join(letterDir, name))
      this.onSecondInstance(letter)
    }
  }
}

/** Writes the file under a temporary name, so that only complete messages are read. */
function leaveLetter(letterDir: string, letter: SecondInstanceMessage): void {
  const path = join(letterDir, `${process.pid}-${Date.now()}`)
  writeFileSync(path, JSON.stringify(letter))
  renameSync(path, `${path}.json`)
}
