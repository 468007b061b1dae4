import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Desk } from '../../electron/desk/open-desk.ts'
import { openDesk } from '../../electron/desk/open-desk.ts'
import type { KeptForm } from '../../shared/desk.ts'
import type { Values } from '../../shared/values.ts'

export type DeskOnDisk = {
  readonly folder: string
  readonly path: string
  desk: Desk
  /** What could not be remembered. */
  readonly defects: readonly unknown[]
  /** Milliseconds since 1970, as the desk is told; a test moves it. */
  time: number
  /** Closes the desk and opens it again on the same file. */
  readonly reopen: () => Desk
}

/** A desk on a real file in a folder of its own. */
export async function openDeskOnDisk(): Promise<DeskOnDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-desk-'))
  const path = join(folder, 'desk.sqlite')
  const defects: unknown[] = []
  const open = (): Desk => openDesk({ path, now: () => onDisk.time, onDefect: (error) => defects.push(error) })
  const onDisk: DeskOnDisk = {
    folder,
    path,
    defects,
    time: Date.UTC(2026, 10, 20),
    // Opened right below, once the time can be told.
    desk: undefined as unknown as Desk,
    reopen: () => {
      onDisk.desk.close()
      onDisk.desk = open()
      return onDisk.desk
    }
  }
  onDisk.desk = open()
  onTestFinished(async () => {
    onDisk.desk.close()
    await rm(folder, { recursive: true, force: true })
  })
  return onDisk
}

export function formOf(values: Values, more: Partial<KeptForm> = {}): KeptForm {
  return { values, modeId: null, keptSeeds: [], left: [], ...more }
}
