import type { TaskSource } from '../../../shared/form/task-source.ts'
import { isItemReference } from '../../../shared/form/values.ts'
import type { TaskInput } from './task-record.ts'

/** Returns the results that a task comes from, each use once: the library items among its inputs, then those in `others`. */
export function taskSources(inputs: readonly Pick<TaskInput, 'reference'>[], others: readonly TaskSource[]): readonly TaskSource[] {
  const sources: readonly TaskSource[] = [...itemSources(inputs, 'input'), ...others]
  return sources.filter(({ item, how }, place) => sources.findIndex((one) => one.item === item && one.how === how) === place)
}

/** Returns the library items among the inputs of a task, with how it uses them. */
export function itemSources(inputs: readonly Pick<TaskInput, 'reference'>[], how: TaskSource['how']): readonly TaskSource[] {
  return inputs.flatMap(({ reference }) => (isItemReference(reference) ? [{ item: reference.item, how }] : []))
}
