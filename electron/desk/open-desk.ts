import type { ContractChange } from '../../shared/contract-change.ts'
import type { KeptForm, PresetImport } from '../../shared/desk.ts'
import type { MediaReference } from '../../shared/values.ts'
import type { ContractChanges } from './contract-changes.ts'
import { createContractChanges } from './contract-changes.ts'
import type { DeskNotice } from './desk-file.ts'
import { openDeskFile, waitWhileBusy } from './desk-file.ts'
import type { KeptForms } from './kept-forms.ts'
import { createKeptForms } from './kept-forms.ts'
import type { Presets } from './presets.ts'
import { createPresets } from './presets.ts'
import { readPresetsFile, writePresetsFile } from './presets-file.ts'
import type { Prompts } from './prompts.ts'
import { createPrompts } from './prompts.ts'

/**
 * What a person keeps at hand. A convenience beside the journal: nothing here is paid for, nothing here decides what is sent. Everything is
 * synchronous and survives the end of the process; the last moment before a power cut may be missing.
 */
export type Desk = {
  /** Set when the desk is not the one that it was. */
  readonly notice: DeskNotice | null
  readonly forms: KeptForms
  readonly presets: Presets
  readonly prompts: Prompts
  readonly contractChanges: ContractChanges
  /** After a submission. Never throws: what is sent is sent, whatever becomes of the desk. */
  readonly rememberSent: (capability: string, form: KeptForm, prompt: string | null) => void
  /** Never throws either: a change that can't be kept is told all the same. */
  readonly rememberChange: (connectionId: string, sentences: readonly string[]) => ContractChange
  /** Whether a draft, a preset or what was last sent holds this text, such as part of a file's path. */
  readonly mentions: (text: string) => boolean
  readonly exportPresets: (path: string, capability: string | null, nameOf: (reference: MediaReference) => string) => Promise<number>
  readonly importPresets: (path: string) => Promise<PresetImport>
  readonly close: () => void
}

/** Opens the desk once no other program holds its file, or after 2 s all the same. */
export async function openDeskWhenFree(parts: Parameters<typeof openDesk>[0]): Promise<Desk> {
  await waitWhileBusy(parts.path)
  return openDesk(parts)
}

/** Opens the desk on a file; never throws for what is found there. `onDefect` is told of what could not be remembered. */
export function openDesk(parts: { readonly path: string; readonly now: () => number; readonly onDefect: (error: unknown) => void }): Desk {
  const { database, notice } = openDeskFile(parts.path, parts.now())
  const now = (): number => Math.trunc(parts.now())
  const forms = createKeptForms(database, now)
  const presets = createPresets(database, now)
  const prompts = createPrompts(database, now)
  const contractChanges = createContractChanges(database, now)
  const mention = database.prepare(
    'SELECT 1 FROM forms WHERE instr(form, ?) > 0 UNION ALL SELECT 1 FROM presets WHERE instr(form, ?) > 0 LIMIT 1'
  )

  return {
    notice,
    forms,
    presets,
    prompts,
    contractChanges,
    rememberSent: (capability, form, prompt) => {
      try {
        forms.keep('sent', capability, form)
        if (prompt !== null) prompts.remember(prompt, capability)
      } catch (error) {
        parts.onDefect(error)
      }
    },
    rememberChange: (connectionId, sentences) => {
      try {
        return contractChanges.add(connectionId, sentences)
      } catch (error) {
        parts.onDefect(error)
        return { id: 0, at: now(), sentences, isSeen: false }
      }
    },
    mentions: (text) => mention.get(text, text) !== undefined,
    exportPresets: async (path, capability, nameOf) => {
      const all = presets.list(capability)
      await writePresetsFile(path, all, nameOf)
      return all.length
    },
    importPresets: (path) => readPresetsFile(path, presets),
    close: () => {
      if (database.isOpen) database.close()
    }
  }
}
