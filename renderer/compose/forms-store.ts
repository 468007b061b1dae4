import type { FailedOutcome } from '../../shared/ipc/outcome.ts'
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

/** A capability's drafts by number. `shown` is the number of the draft that the form shows. */
export type Drafts = { readonly shown: number; readonly forms: { readonly [draft: number]: ComposeForm } }

const firstDrafts: Drafts = { shown: 1, forms: { 1: emptyForm } }

type Forms = {
  readonly byCapability: { readonly [capabilityId: string]: Drafts }
  /** How often each draft was replaced as a whole. Inputs that keep their own text are reset when this number changes. */
  readonly fillings: { readonly [draftKey: string]: number }
  /** Local files that the page has received, by token. */
  readonly localFiles: { readonly [token: string]: LocalMedia }
  /** Names of files that can't be opened now, by token. */
  readonly missing: { readonly [token: string]: string }
  /** Why the service rejected the values that a draft was filled with. Null if the values weren't rejected. */
  readonly rejections: { readonly [draftKey: string]: Rejection | null }
  /** Why the last save of a draft failed. Null if the last save succeeded. */
  readonly saveError: FailedOutcome | null
}

/** The page's forms, which main saves as drafts. A form is kept when its view or Kiln closes. */
const forms = createStore<Forms>(() => ({ byCapability: {}, fillings: {}, localFiles: {}, missing: {}, rejections: {}, saveError: null }))

const draftSaver = createDraftSaver({
  keep: (capability, draft, form) => {
    // An empty draft among others is saved too, so that its tab survives a restart.
    const kept = form ?? (draftNumbers(draftsOf(capability)).length > 1 ? emptyForm : null)
    void request('workspace.saveDraft', { capability, draft, form: kept }).then((outcome) =>
      forms.setState({ saveError: outcome.ok ? null : outcome })
    )
  },
  setTimer: (delayInMs, run) => {
    const timer = setTimeout(run, delayInMs)
    return () => clearTimeout(timer)
  }
})

export const flushDrafts = draftSaver.flush

function keyOf(capabilityId: string, draft: number): string {
  return `${draft} ${capabilityId}`
}

function draftsOf(capabilityId: string): Drafts {
  return forms.getState().byCapability[capabilityId] ?? firstDrafts
}

export function draftNumbers({ forms: all }: Drafts): readonly number[] {
  return Object.keys(all).map(Number)
}

export function useDrafts(capabilityId: string): Drafts {
  return useStore(forms, ({ byCapability }) => byCapability[capabilityId] ?? firstDrafts)
}

/**
 * Returns the number of the draft that the form shows. Asynchronous work must keep this number, because another draft may be shown before
 * the work ends.
 */
export function useShownDraft(capabilityId: string): number {
  return useDrafts(capabilityId).shown
}

export function shownDraft(capabilityId: string): number {
  return draftsOf(capabilityId).shown
}

export function useCurrentForm(capabilityId: string): ComposeForm {
  const { shown, forms: all } = useDrafts(capabilityId)
  return all[shown] ?? emptyForm
}

export function useFillCount(capabilityId: string): number {
  const draft = useShownDraft(capabilityId)
  return useStore(forms, ({ fillings }) => fillings[keyOf(capabilityId, draft)] ?? 0)
}

export function useLocalFiles(): Forms['localFiles'] {
  return useStore(forms, ({ localFiles }) => localFiles)
}

export function useMissingFileNames(): Forms['missing'] {
  return useStore(forms, ({ missing }) => missing)
}

export function useRejection(capabilityId: string): Rejection | null {
  const draft = useShownDraft(capabilityId)
  return useStore(forms, ({ rejections }) => rejections[keyOf(capabilityId, draft)] ?? null)
}

/** Stores why the service rejected the form's values. Pass null when the form is filled or sent again. */
export function setRejection(capabilityId: string, rejection: Rejection | null, draft = shownDraft(capabilityId)): void {
  forms.setState(({ rejections }) => ({ rejections: { ...rejections, [keyOf(capabilityId, draft)]: rejection } }))
}

export function useDraftSaveError(): FailedOutcome | null {
  return useStore(forms, ({ saveError }) => saveError)
}

/** Returns a draft's content. By default, this is the draft that the form shows. */
export function currentForm(capabilityId: string, draft = shownDraft(capabilityId)): ComposeForm {
  return draftsOf(capabilityId).forms[draft] ?? emptyForm
}

/** Changes a draft. Does nothing if the draft was closed. */
export function changeForm(capabilityId: string, change: (form: ComposeForm) => ComposeForm, draft = shownDraft(capabilityId)): void {
  const before = draftsOf(capabilityId).forms[draft]
  if (before !== undefined) putDraft(capabilityId, draft, change(before))
}

/** Replaces a whole draft, discards its rejection and shows it. Opens the draft again if it was closed. */
export function fillForm(capabilityId: string, form: ComposeForm, draft = shownDraft(capabilityId)): void {
  const key = keyOf(capabilityId, draft)
  forms.setState(({ fillings }) => ({ fillings: { ...fillings, [key]: (fillings[key] ?? 0) + 1 } }))
  setRejection(capabilityId, null, draft)
  putDraft(capabilityId, draft, form)
  showDraft(capabilityId, draft)
}

function putDraft(capabilityId: string, draft: number, form: ComposeForm): void {
  const { shown, forms: all } = draftsOf(capabilityId)
  setDrafts(capabilityId, { shown, forms: { ...all, [draft]: form } })
  draftSaver.change(capabilityId, draft, form)
}

function setDrafts(capabilityId: string, drafts: Drafts): void {
  forms.setState(({ byCapability }) => ({ byCapability: { ...byCapability, [capabilityId]: drafts } }))
}

export function showDraft(capabilityId: string, draft: number): void {
  const drafts = draftsOf(capabilityId)
  if (drafts.shown === draft || drafts.forms[draft] === undefined) return
  setDrafts(capabilityId, { ...drafts, shown: draft })
  // Saves the draft before `showDraft`, because a restart can only show a saved draft.
  draftSaver.flush()
  void request('workspace.showDraft', { capability: capabilityId, draft })
}

/** Opens an empty draft beside the others and shows it. */
export function openNewDraft(capabilityId: string): void {
  const drafts = draftsOf(capabilityId)
  // Saves the shown draft, because an empty draft isn’t saved while it is the only one.
  draftSaver.change(capabilityId, drafts.shown, currentForm(capabilityId))
  fillForm(capabilityId, emptyForm, Math.max(...draftNumbers(drafts)) + 1)
}

/**
 * Closes a draft. If the form showed it, shows the next draft, or the previous one after the last. Returns an undo function. Null if
 * the draft is the only one or already closed.
 */
export function closeDraft(capabilityId: string, draft: number): (() => void) | null {
  const drafts = draftsOf(capabilityId)
  const { [draft]: closed, ...others } = drafts.forms
  const numbers = Object.keys(others).map(Number)
  const next = numbers.find((one) => one > draft) ?? numbers.at(-1)
  if (closed === undefined || next === undefined) return null
  if (drafts.shown === draft) showDraft(capabilityId, next)
  setDrafts(capabilityId, { shown: shownDraft(capabilityId), forms: others })
  draftSaver.discard(capabilityId, draft)
  void request('workspace.saveDraft', { capability: capabilityId, draft, form: null })
  return () => fillForm(capabilityId, closed, draft)
}

export function addLocalMedia(added: readonly LocalMedia[]): void {
  forms.setState(({ localFiles }) => ({ localFiles: { ...localFiles, ...Object.fromEntries(added.map((draft) => [draft.draft, draft])) } }))
}

/** The capability that each form was last fitted to, by capability ID. */
const fittedTo = new Map<string, Capability>()

/** Fits a form opened by main to the current contract. Stores the form's files in the page, but doesn't change the shown form. */
export function migrateOpenedForm(capability: Capability, { form, media, unavailable }: OpenedForm): MigratedForm {
  addLocalMedia(media)
  forms.setState((now) => ({ missing: { ...now.missing, ...Object.fromEntries(unavailable.map(({ draft, name }) => [draft, name])) } }))
  fittedTo.set(capability.id, capability)
  return migrateForm(capability, form)
}

/** Fits the drafts to a contract that has changed. Returns the shown form and all adjustments. Null if no value had to change. */
export function migrateCurrentForm(capability: Capability): MigratedForm | null {
  const before = fittedTo.get(capability.id)
  fittedTo.set(capability.id, capability)
  if (before === undefined || before === capability || JSON.stringify(before.inputSchema) === JSON.stringify(capability.inputSchema))
    return null
  const { shown, forms: all } = draftsOf(capability.id)
  const changed = draftNumbers({ shown, forms: all }).flatMap((draft) => {
    const form = currentForm(capability.id, draft)
    const fitted = migrateForm(capability, form, before)
    return fitted.coerced.length === 0 && fitted.form.left.length === form.left.length ? [] : [{ draft, fitted }]
  })
  for (const { draft, fitted } of changed) fillForm(capability.id, fitted.form, draft)
  if (changed.length === 0) return null
  showDraft(capability.id, shown)
  return { form: currentForm(capability.id), coerced: [...new Set(changed.flatMap(({ fitted }) => fitted.coerced))] }
}

const openings = new Map<string, Promise<void>>()

/**
 * Fills a form with its saved drafts. Runs only once per capability, because the form in the page is newer afterwards. `onCoerced` is called
 * if values were adjusted.
 */
export function restoreDraftOnce(capability: Capability, onCoerced: (fitted: MigratedForm) => void): Promise<void> {
  const opening = openings.get(capability.id) ?? openDraft(capability, onCoerced)
  openings.set(capability.id, opening)
  return opening
}

async function openDraft(capability: Capability, onCoerced: (fitted: MigratedForm) => void): Promise<void> {
  const outcome = await request('workspace.openDrafts', { capability: capability.id })
  fittedTo.set(capability.id, capability)
  if (!outcome.ok || outcome.value.drafts.length === 0) return
  const { drafts, shown } = outcome.value
  const fitted = drafts.map(({ draft, opened }) => ({ draft, ...migrateOpenedForm(capability, opened) }))
  setDrafts(capability.id, { shown, forms: Object.fromEntries(fitted.map(({ draft, form }) => [draft, form])) })
  fillForm(capability.id, currentForm(capability.id))
  const coerced = [...new Set(fitted.flatMap((one) => one.coerced))]
  if (coerced.length > 0) onCoerced({ form: currentForm(capability.id), coerced })
}

const fillings = new WeakMap<FormPrefill, Promise<void>>()

/** Calls `fill` only once per prefill, so that going back to a form doesn't overwrite later changes. */
export function applyPrefillOnce(prefill: FormPrefill, fill: () => Promise<void>): Promise<void> {
  const filling = fillings.get(prefill) ?? fill()
  fillings.set(prefill, filling)
  return filling
}
