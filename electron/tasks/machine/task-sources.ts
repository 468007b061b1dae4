import type { TaskSource } from '../../../shared/form/task-source.ts'
import { isItemReference } from '../../../shared/form/values.ts'
import type { TaskInput } from './task-record.ts'

/** Returns the results that a task comes from, without duplicates. The library items among its inputs come first, then `others`. */
export function taskSources(inputs: readonly Pick<TaskInput, 'reference'>[], others: readonly TaskSource[]): readonly TaskSource[] {
  const sources: readonly TaskSource[] = [...itemSources(inputs, 'input'), ...others]
  return sources.filter(({ item, how }, place) => sources.findIndex((one) => one.item === item && one.how === how) === place)
}

/** Returns the library items among a task's inputs. `how`: how the task uses the items. */
export function itemSources(inputs: readonly Pick<TaskInput, 'reference'>[], how: TaskSource['how']): readonly TaskSource[] {
  return inputs.flatMap(({ reference }) => (isItemReference(reference) ? [{ item: reference.item, how }] : []))
}
