import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { DraftMedia } from '../../shared/media-facts.ts'
import type { ComposeForm } from './compose-form.ts'
import { emptyForm } from './compose-form.ts'
import type { Prefill } from './compose-view-props.ts'

type Forms = {
  readonly byCapability: { readonly [capabilityId: string]: ComposeForm }
  /** Files that were handed to the window, by their token. */
  readonly drafts: { readonly [token: string]: DraftMedia }
}

/** Forms outlive the view: whoever looks at the queue and comes back finds what they wrote. */
const forms = createStore<Forms>(() => ({ byCapability: {}, drafts: {} }))

export function useForm(capabilityId: string): ComposeForm {
  return useStore(forms, ({ byCapability }) => byCapability[capabilityId] ?? emptyForm)
}

export function useDrafts(): Forms['drafts'] {
  return useStore(forms, ({ drafts }) => drafts)
}

export function currentForm(capabilityId: string): ComposeForm {
  return forms.getState().byCapability[capabilityId] ?? emptyForm
}

export function changeForm(capabilityId: string, change: (form: ComposeForm) => ComposeForm): void {
  forms.setState(({ byCapability }) => ({
    byCapability: { ...byCapability, [capabilityId]: change(byCapability[capabilityId] ?? emptyForm) }
  }))
}

export function rememberDrafts(added: readonly DraftMedia[]): void {
  forms.setState(({ drafts }) => ({ drafts: { ...drafts, ...Object.fromEntries(added.map((draft) => [draft.draft, draft])) } }))
}

const fillings = new WeakMap<Prefill, Promise<void>>()

/** Fills a form once for each prefill, however often it is asked: going back to a form must not undo what was changed in it since. */
export function fillOnce(prefill: Prefill, fill: () => Promise<void>): Promise<void> {
  const filling = fillings.get(prefill) ?? fill()
  fillings.set(prefill, filling)
  return filling
}
