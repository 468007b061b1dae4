import { useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { OpenedForm, PresetImportResult, SavePresetResult, PresetList, PresetSummary } from '../../shared/form/workspace.ts'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import type { ComposeForm } from './compose-form.ts'
import { currentForm, migrateOpenedForm, useShownDraft } from './forms-store.ts'
import { coercedValuesText } from './coerced-values-text.ts'
import { replacePreset } from './replace-preset.ts'
import { withPreset } from './preset-form.ts'
import type { ComposeFormState } from './use-compose-form.ts'

export type PresetSaveStatus = 'kept' | 'taken' | 'failed'

export type PresetsState = {
  /** Null until loaded. */
  readonly list: PresetList | null
  readonly load: () => Promise<void>
  readonly apply: (preset: PresetSummary) => void
  readonly applySent: () => void
  /** Resolves to `taken` if the name exists and `replaces` is false. Failures are already reported. */
  readonly save: (name: string, replaces: boolean) => Promise<PresetSaveStatus>
  readonly rename: (preset: PresetSummary, name: string) => Promise<boolean>
  readonly remove: (preset: PresetSummary) => void
  readonly restore: (preset: PresetSummary) => void
  readonly exportAll: () => void
  /** Resolves to null if the user closed the dialog or if the import failed. Failures are already reported. */
  readonly importAll: () => Promise<PresetImportResult | null>
}

/** Returns a capability's presets, with actions. Every action that replaces the form can be undone. */
export function usePresets(capability: Capability, replace: ComposeFormState['replace']): PresetsState {
  const { id } = capability
  const draft = useShownDraft(id)
  const [list, setList] = useState<PresetList | null>(null)
  const toast = useToast()
  const fail = useFailureToast()
  const announce = useAnnounce()

  async function load(): Promise<void> {
    const outcome = await request('workspace.presets', { capability: id })
    if (outcome.ok) setList(outcome.value)
    else fail(outcome)
  }

  function layOver(title: string, outcome: Outcome<OpenedForm | null>): void {
    fail(outcome)
    if (!outcome.ok || outcome.value === null) return
    const before = currentForm(id, draft)
    const { form, coerced } = migrateOpenedForm(capability, outcome.value)
    const action = replace(withPreset(capability, before, form))
    toast({
      title,
      icon: 'bookmark',
      ...(coerced.length > 0 && { description: coercedValuesText(coerced) }),
      action
    })
  }
  async function changed<T>(asking: Promise<Outcome<T>>, words: string | null): Promise<T | null> {
    const outcome = await asking
    fail(outcome)
    await load()
    if (outcome.ok && words !== null) announce(words)
    return outcome.ok ? outcome.value : null
  }

  return {
    list,
    load,
    apply: (preset) =>
      void request('workspace.openPreset', { id: preset.id }).then((opened) =>
        layOver(say('“{name}” applied', { name: preset.name }), opened)
      ),
    applySent: () =>
      void request('workspace.openSent', { capability: id }).then((opened) => layOver(say('Last sent values applied'), opened)),
    save: async (name, replaces) => {
      const isNamed = (preset: PresetSummary): boolean => preset.name.toLocaleLowerCase() === name.toLocaleLowerCase()
      const replaced = replaces ? list?.presets.find(isNamed) : undefined
      const put = (title: string, form: ComposeForm): Promise<SavePresetResult | null> =>
        changed(request('workspace.savePreset', { capability: id, name: title, form, replaces }), say('“{title}” saved.', { title }))
      if (replaced === undefined) return (await put(name, currentForm(id, draft)))?.kind ?? 'failed'
      const preset = {
        read: async () => {
          const opened = await request('workspace.openPreset', { id: replaced.id })
          return opened.ok ? { name: replaced.name, form: opened.value.form } : null
        },
        save: async (title: string, form: ComposeForm) => (await put(title, form))?.kind === 'kept'
      }
      const next = { name, form: currentForm(id, draft) }
      return (await replacePreset(preset, next, say('“{name}” updated', { name }), toast)) ? 'kept' : 'failed'
    },
    rename: async (preset, name) => {
      const renamed = await changed(request('workspace.renamePreset', { id: preset.id, name }), null)
      return renamed?.isTaken !== true
    },
    remove: (preset) => void changed(request('workspace.removePreset', { id: preset.id }), null),
    restore: (preset) =>
      void changed(request('workspace.restorePreset', { id: preset.id }), say('“{name}” restored.', { name: preset.name })),
    exportAll: () =>
      void request('workspace.exportPresets', { capability: id }).then((outcome) => {
        fail(outcome)
        if (outcome.ok && outcome.value !== null)
          toast({
            title: outcome.value.count === 1 ? say('1 preset exported') : say('{count} presets exported', { count: outcome.value.count }),
            description: outcome.value.path
          })
      }),
    importAll: () => changed(request('workspace.importPresets'), null)
  }
}
