import type { MediaField } from '../../shared/form/fields.ts'
import { withValueNamed } from '../../shared/form/fields/field-name.ts'
import type { GivenSource } from '../../shared/form/task-source.ts'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import type { MediaReference, Values } from '../../shared/form/values.ts'
import { taskStore } from '../bridge/session.ts'
import type { InputTarget } from '../media/input-targets.ts'
import type { ValuesOrigin } from './form-prefill.ts'
import { navigate } from './route.ts'

/** Opens the form of a capability with its current draft. */
export function openCapability(capabilityId: string): void {
  navigate({ view: 'compose', capabilityId, prefill: null })
}

/** Opens a form with the values of a task or recipe, for editing. */
export function openFormFrom({ capability, values, ...origin }: ValuesOrigin): void {
  navigate({ view: 'compose', capabilityId: capability, prefill: { values, from: origin } })
}

/** Opens a form with a task's values. Does nothing if the task isn't in the queue. */
export function openFormFromTask(taskId: string): void {
  const task = taskStore.get(taskId)
  if (task) openFormFrom({ capability: task.capability, values: task.values, taskId })
}

/**
 * Opens the form of `capability` and adds library items to `field`. `sources` are the results that the form is based on. `values` are those
 * of other fields.
 */
export function openFormWithItems(
  { capability, field }: InputTarget,
  itemIds: readonly string[],
  sources: readonly GivenSource[] = [],
  values: Values = {}
): void {
  const references = itemIds.map((item) => ({ item }))
  navigate({
    view: 'compose',
    capabilityId: capability.id,
    prefill: { values: valuesWithInput(field, references, values), from: null, isAdded: true, sources }
  })
}

/** Opens the batch dialog of a form, with one task for each library item. `values` are added to the form. */
export function openBatchWithItems(
  { capability, field }: InputTarget,
  itemIds: readonly string[],
  { isAction = false, values = {} }: { readonly isAction?: boolean; readonly values?: Values } = {}
): void {
  const batch = { field: field.name, itemIds, isAction }
  navigate({ view: 'compose', capabilityId: capability.id, prefill: { values, from: null, isAdded: true, batch } })
}

/** Opens the form of `capability` and adds local files to `field`. `sources` are the results that the form is based on. */
export function openFormWithFiles(
  { capability, field }: InputTarget,
  localFiles: readonly LocalMedia[],
  sources: readonly GivenSource[] = []
): void {
  const values = valuesWithInput(
    field,
    localFiles.map(({ draft }) => ({ draft }))
  )
  navigate({ view: 'compose', capabilityId: capability.id, prefill: { values, from: null, isAdded: true, localFiles, sources } })
}

/** Returns `values` with `references` in `field`. A field for a single item gets the first reference. */
export function valuesWithInput(
  field: Pick<MediaField, 'name' | 'isMany'>,
  references: readonly MediaReference[],
  values: Values = {}
): Values {
  const [first] = references
  return first === undefined ? values : withValueNamed(values, field.name, field.isMany ? references : first)
}
