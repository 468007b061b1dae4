import { createStore } from 'zustand/vanilla'
import type { ValuesOrigin } from '../navigation/form-prefill.ts'
import { openBatchWithItems, openFormWithItems } from '../navigation/open-form.ts'
import type { ResultAction } from './result-actions.ts'
import { canCombineInputs } from './can-combine-inputs.ts'
import type { NamedAction } from './use-result-actions.ts'

/**
 * An action that the user started. `apply` sends results to a capability. `again` sends a result's task again. `more` asks for four more
 * results with new seeds.
 */
export type ActionRequest =
  | { readonly kind: 'apply'; readonly named: NamedAction; readonly itemIds: readonly string[] }
  | { readonly kind: 'again' | 'more'; readonly origin: ValuesOrigin }

/** The action in progress. Null if none is being sent. `ActionSender` sends it. */
export const actionStore = createStore<{ readonly request: ActionRequest | null }>(() => ({ request: null }))

/**
 * Starts an action on results. Sends it in one press if it needs no further input. Otherwise opens the form. If `opensForm` is true, always
 * opens the form. Ignored while another action is being sent, so a double click sends once.
 */
export function runAction(named: NamedAction, itemIds: readonly string[], { opensForm = false } = {}): void {
  const { action } = named
  if (opensForm || !action.isReady) openActionForm(action, itemIds)
  else start({ kind: 'apply', named, itemIds })
}

/** Opens an action's form with the results as input. If each result needs its own task, opens the form's batch dialog. */
export function openActionForm(action: ResultAction, itemIds: readonly string[]): void {
  if (itemIds.length > 1 && !canCombineInputs(action, itemIds.length))
    return openBatchWithItems(action, itemIds, { isAction: true, values: action.mode?.sets ?? {} })
  openFormWithItems(
    action,
    itemIds,
    itemIds.map((item) => ({ item, how: 'action' }))
  )
}

/** Sends four more tasks, or one task with four outputs. They use the values of `origin` and new seeds. */
export function runFourMore(origin: ValuesOrigin): void {
  start({ kind: 'more', origin })
}

/** Sends a task again, with the same values and seeds. */
export function runAgain(origin: ValuesOrigin): void {
  start({ kind: 'again', origin })
}

function start(request: ActionRequest): void {
  if (actionStore.getState().request === null) actionStore.setState({ request })
}
