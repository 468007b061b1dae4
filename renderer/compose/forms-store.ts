import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Capability } from '../../shared/form/capability.ts'
import type { OpenedForm } from '../../shared/form/workspace.ts'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import { request } from '../bridge/kiln.ts'
import type { ComposeForm, MigratedForm } from './compose-form.ts'
import { emptyForm, migrateForm } from './compose-form.ts'
import type { FormPrefill } from '../navigation/form-prefill.ts'
import { createDraftSaver } from './save-drafts.ts'
import type { Rejection } from './rejection.ts'
import type { FailedOutcome } from './use-compose-form.ts'

type Forms = {
  readonly byCapability: { readonly [capabilityId: string]: ComposeForm }
  /** How often each form was replaced as a whole. Inputs that keep their own text are reset when this number changes. */
  readonly fillings: { readonly [capabilityId: string]: number }
  /** Local files that the page has received, by their token. */
  readonly localFiles: { readonly [token: string]: LocalMedia }
  /** Names of files that can't be opened now, by their token. */
  readonly missing: { readonly [token: string]: string }
  /** Why the service rejected the values that a form was filled with. Null if the values weren't rejected. */
  readonly rejections: { readonly [capabilityId: string]: Rejection | null }
  /** Why the last draft couldn't be saved. Null if the draft was saved. */
  readonly saveError: FailedOutcome | null
}

/** The page's forms, which main saves as drafts. A form is kept when its view or Kiln closes. */
const forms = createStore<Forms>(() => ({ byCapability: {}, fillings: {}, localFiles: {}, missing: {}, rejections: {}, saveError: null }))

const draftSaver = createDraftSaver({
  keep: (capability, form) =>
    void request('workspace.saveDraft', { capability, form }).then((outcome) => forms.setState({ saveError: outcome.ok ? null : outcome })),
  setTimer: (delayInMs, run) => {
    const timer = setTimeout(run, delayInMs)
    return () => clearTimeout(timer)
  }
})

export const flushDrafts = draftSaver.flush

export function useCurrentForm(capabilityId: string): ComposeForm {
  return useStore(forms, ({ byCapability }) => byCapability[capabilityId] ?? emptyForm)
}

export function useFillCount(capabilityId: string): number {
  return useStore(forms, ({ fillings }) => fillings[capabilityId] ?? 0)
}

export function useLocalFiles(): Forms['localFiles'] {
  return useStore(forms, ({ localFiles }) => localFiles)
}

export function useMissingFileNames(): Forms['missing'] {
  return useStore(forms, ({ missing }) => missing)
}

export function useRejection(capabilityId: string): Rejection | null {
  return useStore(forms, ({ rejections }) => rejections[capabilityId] ?? null)
}

/** Stores why the service rejected the form's values. Pass null when the form is filled or sent again. */
export function setRejection(capabilityId: string, rejection: Rejection | null): void {
  forms.setState(({ rejections }) => ({ rejections: { ...rejections, [capabilityId]: rejection } }))
}

export function useDraftSaveError(): FailedOutcome | null {
  return useStore(forms, ({ saveError }) => saveError)
}

export function currentForm(capabilityId: string): ComposeForm {
  return forms.getState().byCapability[capabilityId] ?? emptyForm
}

export function changeForm(capabilityId: string, change: (form: ComposeForm) => ComposeForm): void {
  const form = change(currentForm(capabilityId))
  forms.setState(({ byCapability }) => ({ byCapability: { ...byCapability, [capabilityId]: form } }))
  draftSaver.change(capabilityId, form)
}

/** Replaces the whole form and discards its rejection. */
export function fillForm(capabilityId: string, form: ComposeForm): void {
  forms.setState(({ fillings }) => ({ fillings: { ...fillings, [capabilityId]: (fillings[capabilityId] ?? 0) + 1 } }))
  setRejection(capabilityId, null)
  changeForm(capabilityId, () => form)
}

export function addLocalMedia(added: readonly LocalMedia[]): void {
  forms.setState(({ localFiles }) => ({ localFiles: { ...localFiles, ...Object.fromEntries(added.map((draft) => [draft.draft, draft])) } }))
}

/** The capability that each form was last fitted to, by capability ID. */
const fittedTo = new Map<string, Capability>()

/** Fits a form opened by main to the current contract. Stores the form's files in the page. Doesn't fill in the form. */
export function migrateOpenedForm(capability: Capability, { form, media, unavailable }: OpenedForm): MigratedForm {
  addLocalMedia(media)
  forms.setState((now) => ({ missing: { ...now.missing, ...Object.fromEntries(unavailable.map(({ draft, name }) => [draft, name])) } }))
  fittedTo.set(capability.id, capability)
  return migrateForm(capability, form)
}

/** Fits the current form to a contract that has changed, and fills in the result. Null if no value had to change. */
export function migrateCurrentForm(capability: Capability): MigratedForm | null {
  const before = fittedTo.get(capability.id)
  fittedTo.set(capability.id, capability)
  if (before === undefined || before === capability || JSON.stringify(before.inputSchema) === JSON.stringify(capability.inputSchema))
    return null
  const form = currentForm(capability.id)
  const fitted = migrateForm(capability, form, before)
  if (fitted.coerced.length === 0 && fitted.form.left.length === form.left.length) return null
  fillForm(capability.id, fitted.form)
  return fitted
}

const openings = new Map<string, Promise<void>>()

/**
 * Fills a form with its saved draft. Runs only once per capability, because the form in the page is newer afterwards. `onCoerced` is called
 * if values were adjusted.
 */
export function restoreDraftOnce(capability: Capability, onCoerced: (fitted: MigratedForm) => void): Promise<void> {
  const opening = openings.get(capability.id) ?? openDraft(capability, onCoerced)
  openings.set(capability.id, opening)
  return opening
}

async function openDraft(capability: Capability, onCoerced: (fitted: MigratedForm) => void): Promise<void> {
  const outcome = await request('workspace.openDraft', { capability: capability.id })
  fittedTo.set(capability.id, capability)
  if (!outcome.ok || outcome.value === null) return
  const fitted = migrateOpenedForm(capability, outcome.value)
  fillForm(capability.id, fitted.form)
  if (fitted.coerced.length > 0) onCoerced(fitted)
}

const fillings = new WeakMap<FormPrefill, Promise<void>>()

/** Calls `fill` only once per prefill, so that going back to a form doesn't overwrite later changes. */
export function applyPrefillOnce(prefill: FormPrefill, fill: () => Promise<void>): Promise<void> {
  const filling = fillings.get(prefill) ?? fill()
  fillings.set(prefill, filling)
  return filling
}
