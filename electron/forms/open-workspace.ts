import type { ContractChange } from '../../shared/app/contract-change.ts'
import type { ContractDifference } from '../../shared/app/contract-difference.ts'
import type { SavedForm, PresetImportResult } from '../../shared/form/workspace.ts'
import type { MediaReference } from '../../shared/form/values.ts'
import type { ContractChangeStore } from './contract-change-store.ts'
import { createContractChangeStore } from './contract-change-store.ts'
import type { WorkspaceWarning } from './workspace-file.ts'
import { openWorkspaceFile, waitForWorkspaceUnlock } from './workspace-file.ts'
import type { FormStore } from './form-store.ts'
import { createFormStore } from './form-store.ts'
import type { PresetStore } from './presets.ts'
import { createPresetStore } from './presets.ts'
import { importPresetsFile, writePresetsFile } from './presets-file.ts'
import type { PromptStore } from './prompt-store.ts'
import { createPromptStore } from './prompt-store.ts'

/**
 * Drafts, presets and prompts. Losing them never affects credits or tasks, unlike losing the journal. Database writes are synchronous and
 * survive a process crash. A power cut may lose the latest writes.
 */
export type WorkspaceStore = {
  /** Set if the workspace file was replaced or can't be used. Otherwise null. */
  readonly warning: WorkspaceWarning | null
  readonly forms: FormStore
  readonly presets: PresetStore
  readonly prompts: PromptStore
  readonly contractChanges: ContractChangeStore
  /** Saves the form and prompt of a sent task. Never throws, because a failure must not affect the task. */
  readonly rememberSent: (capability: string, form: SavedForm, prompt: string | null) => void
  /** Saves a contract change. Never throws. A change that can't be saved is still returned, with the ID 0. */
  readonly rememberChange: (connectionId: string, differences: readonly ContractDifference[]) => ContractChange
  /** True if a draft, a preset or the last sent form contains this text. */
  readonly mentions: (text: string) => boolean
  readonly exportPresets: (path: string, capability: string | null, nameOf: (reference: MediaReference) => string) => Promise<number>
  readonly importPresets: (path: string) => Promise<PresetImportResult>
  readonly close: () => void
}

/** Opens the workspace once no other program locks its file. Waits at most 2 s. */
export async function openWorkspaceWhenUnlocked(parts: Parameters<typeof openWorkspace>[0]): Promise<WorkspaceStore> {
  await waitForWorkspaceUnlock(parts.path)
  return openWorkspace(parts)
}

/**
 * Opens the workspace in the file at `path`. Never throws because of the file's content. `onDefect` receives errors from `rememberSent`
 * and `rememberChange`.
 */
export function openWorkspace(parts: {
  readonly path: string
  readonly now: () => number
  readonly onDefect: (error: unknown) => void
}): WorkspaceStore {
  const { database, warning } = openWorkspaceFile(parts.path, parts.now())
  const now = (): number => Math.trunc(parts.now())
  const forms = createFormStore(database, now)
  const presets = createPresetStore(database, now)
  const prompts = createPromptStore(database, now)
  const contractChanges = createContractChangeStore(database, now)
  const mention = database.prepare(
    'SELECT 1 FROM (SELECT form FROM forms UNION ALL SELECT form FROM drafts UNION ALL SELECT form FROM presets) WHERE instr(form, ?) > 0 LIMIT 1'
  )

  return {
    warning,
    forms,
    presets,
    prompts,
    contractChanges,
    rememberSent: (capability, form, prompt) => {
      try {
        forms.save('sent', capability, form)
        if (prompt !== null) prompts.remember(prompt, capability)
      } catch (error) {
        parts.onDefect(error)
      }
    },
    rememberChange: (connectionId, differences) => {
      try {
        return contractChanges.add(connectionId, differences)
      } catch (error) {
        parts.onDefect(error)
        return { id: 0, at: now(), differences, isSeen: false }
      }
    },
    mentions: (text) => mention.get(text) !== undefined,
    exportPresets: async (path, capability, nameOf) => {
      const all = presets.list(capability)
      await writePresetsFile(path, all, nameOf)
      return all.length
    },
    importPresets: (path) => importPresetsFile(path, presets),
    close: () => {
      if (database.isOpen) database.close()
    }
  }
}
