import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { WorkspaceStore } from '../../../electron/forms/open-workspace.ts'
import { openWorkspace } from '../../../electron/forms/open-workspace.ts'
import type { SavedForm } from '../../../shared/form/workspace.ts'
import type { Values } from '../../../shared/form/values.ts'

export type WorkspaceOnDisk = {
  readonly folder: string
  readonly path: string
  workspace: WorkspaceStore
  /** Errors that were reported through `onDefect`. */
  readonly defects: readonly unknown[]
  /** Current time of the workspace in milliseconds since 1970, set by the test. */
  time: number
  /** Closes the workspace and reopens the same file. */
  readonly reopen: () => WorkspaceStore
}

/** Opens a workspace on a real file in its own folder. */
export async function openWorkspaceOnDisk(): Promise<WorkspaceOnDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-desk-'))
  const path = join(folder, 'desk.sqlite')
  const defects: unknown[] = []
  const open = (): WorkspaceStore => openWorkspace({ path, now: () => onDisk.time, onDefect: (error) => defects.push(error) })
  const onDisk: WorkspaceOnDisk = {
    folder,
    path,
    defects,
    time: Date.UTC(2026, 10, 20),
    // Assigned below, because `open` reads the time from this object.
    workspace: undefined as unknown as WorkspaceStore,
    reopen: () => {
      onDisk.workspace.close()
      onDisk.workspace = open()
      return onDisk.workspace
    }
  }
  onDisk.workspace = open()
  onTestFinished(async () => {
    onDisk.workspace.close()
    await rm(folder, { recursive: true, force: true })
  })
  return onDisk
}

export function createSavedForm(values: Values, more: Partial<SavedForm> = {}): SavedForm {
  return { values, modeId: null, keptSeeds: [], left: [], ...more }
}
