import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Capability } from '../../shared/capability.ts'
import type { OpenedForm } from '../../shared/desk.ts'
import type { DraftMedia } from '../../shared/media-facts.ts'
import { request } from '../bridge/kiln.ts'
import type { ComposeForm, FittedForm } from './compose-form.ts'
import { emptyForm, fittedForm } from './compose-form.ts'
import type { Prefill } from './compose-view-props.ts'
import { createDraftKeeper } from './keep-drafts.ts'
import type { Refusal } from './use-compose-form.ts'

type Forms = {
  readonly byCapability: { readonly [capabilityId: string]: ComposeForm }
  /** Counts how often a form was filled as a whole, for inputs that keep a text of their own. */
  readonly fillings: { readonly [capabilityId: string]: number }
  /** Files that were handed to the window, by their token. */
  readonly drafts: { readonly [token: string]: DraftMedia }
  /** Names of files that can't be opened now, by their token. */
  readonly gone: { readonly [token: string]: string }
  /** Why what is typed could not be kept; null: it is. */
  readonly trouble: Refusal | null
}

/** The page's copy of the drafts on the desk: forms outlive the view, and the app. */
const forms = createStore<Forms>(() => ({ byCapability: {}, fillings: {}, drafts: {}, gone: {}, trouble: null }))

const keeper = createDraftKeeper({
  keep: (capability, form) =>
    void request('desk.keepDraft', { capability, form }).then((outcome) => forms.setState({ trouble: outcome.ok ? null : outcome })),
  setTimer: (delayInMs, run) => {
    const timer = setTimeout(run, delayInMs)
    return () => clearTimeout(timer)
  }
})

export const keepDraftsNow = keeper.flush

export function useForm(capabilityId: string): ComposeForm {
  return useStore(forms, ({ byCapability }) => byCapability[capabilityId] ?? emptyForm)
}

export function useFillings(capabilityId: string): number {
  return useStore(forms, ({ fillings }) => fillings[capabilityId] ?? 0)
}

export function useDrafts(): Forms['drafts'] {
  return useStore(forms, ({ drafts }) => drafts)
}

export function useGoneFiles(): Forms['gone'] {
  return useStore(forms, ({ gone }) => gone)
}

export function useKeepingTrouble(): Refusal | null {
  return useStore(forms, ({ trouble }) => trouble)
}

export function currentForm(capabilityId: string): ComposeForm {
  return forms.getState().byCapability[capabilityId] ?? emptyForm
}

export function changeForm(capabilityId: string, change: (form: ComposeForm) => ComposeForm): void {
  const form = change(currentForm(capabilityId))
  forms.setState(({ byCapability }) => ({ byCapability: { ...byCapability, [capabilityId]: form } }))
  keeper.change(capabilityId, form)
}

/** Another form altogether in the place of this one. */
export function fillForm(capabilityId: string, form: ComposeForm): void {
  forms.setState(({ fillings }) => ({ fillings: { ...fillings, [capabilityId]: (fillings[capabilityId] ?? 0) + 1 } }))
  changeForm(capabilityId, () => form)
}

export function rememberDrafts(added: readonly DraftMedia[]): void {
  forms.setState(({ drafts }) => ({ drafts: { ...drafts, ...Object.fromEntries(added.map((draft) => [draft.draft, draft])) } }))
}

/** The contract that each form was last fitted to. */
const fittedTo = new Map<string, Capability>()

/** What main has opened, as the contract takes it. Its files are known from here on; nothing is filled in yet. */
export function openedForm(capability: Capability, { form, media, gone }: OpenedForm): FittedForm {
  rememberDrafts(media)
  forms.setState((now) => ({ gone: { ...now.gone, ...Object.fromEntries(gone.map(({ draft, name }) => [draft, name])) } }))
  fittedTo.set(capability.id, capability)
  return fittedForm(capability, form)
}

/** Lets a form follow a contract that has changed since it was filled in. Null: nothing in it had to change. */
export function followContract(capability: Capability): FittedForm | null {
  const before = fittedTo.get(capability.id)
  fittedTo.set(capability.id, capability)
  if (before === undefined || before === capability || JSON.stringify(before.inputSchema) === JSON.stringify(capability.inputSchema))
    return null
  const form = currentForm(capability.id)
  const fitted = fittedForm(capability, form, before)
  if (fitted.mended.length === 0 && fitted.form.left.length === form.left.length) return null
  fillForm(capability.id, fitted.form)
  return fitted
}

const openings = new Map<string, Promise<void>>()

/** Finds the form as it was left when the app was closed; once, since from then on the form here is the newer one. */
export function openDraftOnce(capability: Capability, onMended: (fitted: FittedForm) => void): Promise<void> {
  const opening = openings.get(capability.id) ?? openDraft(capability, onMended)
  openings.set(capability.id, opening)
  return opening
}

async function openDraft(capability: Capability, onMended: (fitted: FittedForm) => void): Promise<void> {
  const outcome = await request('desk.openDraft', { capability: capability.id })
  fittedTo.set(capability.id, capability)
  if (!outcome.ok || outcome.value === null) return
  const fitted = openedForm(capability, outcome.value)
  fillForm(capability.id, fitted.form)
  if (fitted.mended.length > 0) onMended(fitted)
}

const fillings = new WeakMap<Prefill, Promise<void>>()

/** Fills a form once for each prefill, however often it is asked: going back to a form must not undo what was changed in it since. */
export function fillOnce(prefill: Prefill, fill: () => Promise<void>): Promise<void> {
  const filling = fillings.get(prefill) ?? fill()
  fillings.set(prefill, filling)
  return filling
}
