import { useState } from 'react'
import type { Capability } from '../../shared/capability.ts'
import type { OpenedForm, PresetImport, PresetOutcome, PresetShelf, PresetView } from '../../shared/desk.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import type { ComposeForm } from './compose-form.ts'
import { currentForm, openedForm } from './forms-store.ts'
import { mendedWords } from './mended-words.ts'
import { withPreset } from './preset-form.ts'

export type KeepOutcome = 'kept' | 'taken' | 'failed'

export type Presets = {
  /** Null until it is here. */
  readonly shelf: PresetShelf | null
  readonly load: () => Promise<void>
  readonly apply: (preset: PresetView) => void
  readonly applySent: () => void
  /** `taken`: there is one of this name, and `replaces` was not said. What failed was said. */
  readonly keep: (name: string, replaces: boolean) => Promise<KeepOutcome>
  readonly rename: (preset: PresetView, name: string) => Promise<boolean>
  readonly remove: (preset: PresetView) => void
  readonly bringBack: (preset: PresetView) => void
  readonly exportAll: () => void
  /** Null: the dialog was closed, or there was nothing to take; that was said. */
  readonly importAll: () => Promise<PresetImport | null>
}

/** The presets of a capability and what can be done with them. Whatever replaces the form can be undone. */
export function usePresets(capability: Capability, replace: (form: ComposeForm) => ComposeForm): Presets {
  const { id } = capability
  const [shelf, setShelf] = useState<PresetShelf | null>(null)
  const toast = useToast()
  const fail = useFailureToast()
  const announce = useAnnounce()

  async function load(): Promise<void> {
    const outcome = await request('desk.presets', { capability: id })
    if (outcome.ok) setShelf(outcome.value)
    else fail(outcome)
  }

  function layOver(title: string, outcome: Outcome<OpenedForm | null>): void {
    fail(outcome)
    if (!outcome.ok || outcome.value === null) return
    const before = currentForm(id)
    const { form, mended } = openedForm(capability, outcome.value)
    replace(withPreset(capability, before, form))
    toast({
      title,
      icon: 'bookmark',
      ...(mended.length > 0 && { words: mendedWords(mended) }),
      action: { label: say('Undo'), onSelect: () => replace(before), undoes: true }
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
    shelf,
    load,
    apply: (preset) =>
      void request('desk.openPreset', { id: preset.id }).then((opened) => layOver(say('“{name}” applied', { name: preset.name }), opened)),
    applySent: () => void request('desk.openSent', { capability: id }).then((opened) => layOver(say('Filled in as last sent'), opened)),
    keep: async (name, replaces) => {
      const isNamed = (preset: PresetView): boolean => preset.name.toLocaleLowerCase() === name.toLocaleLowerCase()
      const replaced = replaces ? shelf?.presets.find(isNamed) : undefined
      const before = replaced === undefined ? null : await request('desk.openPreset', { id: replaced.id })
      const put = (title: string, form: ComposeForm): Promise<PresetOutcome | null> =>
        changed(request('desk.keepPreset', { capability: id, name: title, form, replaces }), say('“{title}” is kept.', { title }))
      const outcome = await put(name, currentForm(id))
      if (outcome?.kind === 'kept' && replaced !== undefined && before?.ok === true) {
        const undo = (): void => void put(replaced.name, before.value.form)
        toast({
          title: say('“{name}” has other values now', { name }),
          icon: 'bookmark',
          action: { label: say('Undo'), onSelect: undo, undoes: true }
        })
      }
      return outcome?.kind ?? 'failed'
    },
    rename: async (preset, name) => {
      const renamed = await changed(request('desk.renamePreset', { id: preset.id, name }), null)
      return renamed?.isTaken !== true
    },
    remove: (preset) => void changed(request('desk.removePreset', { id: preset.id }), null),
    bringBack: (preset) =>
      void changed(request('desk.bringBackPreset', { id: preset.id }), say('“{name}” is back.', { name: preset.name })),
    exportAll: () =>
      void request('desk.exportPresets', { capability: id }).then((outcome) => {
        fail(outcome)
        if (outcome.ok && outcome.value !== null)
          toast({
            title: outcome.value.count === 1 ? say('1 preset written') : say('{count} presets written', { count: outcome.value.count }),
            words: outcome.value.path
          })
      }),
    importAll: () => changed(request('desk.importPresets'), null)
  }
}
