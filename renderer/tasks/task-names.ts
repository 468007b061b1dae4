import type { Capability } from '../../shared/form/capability.ts'
import { joinPhrases } from '../../shared/i18n/join.ts'
import type { LedgerEntry } from '../../shared/task/ledger.ts'
import type { Task } from '../../shared/task/task.ts'
import { titleText } from '../../shared/task/title-text.ts'

/** Name of a task in a list. `detail` is empty if the title says everything. `spoken` has both, for screen readers. */
export type TaskNames = { readonly title: string; readonly detail: string; readonly spoken: string }

/** Names a task by its prompt and its capability. A task without a prompt is named by its capability and its files. */
export function taskNames(task: Pick<Task, 'title' | 'values' | 'capability'>, capability: Capability | null): TaskNames {
  return namesOf(titleText(task), task, capability)
}

/** Names a ledger entry as `taskNames` names its task. */
export function ledgerEntryNames(entry: LedgerEntry, capability: Capability | null): TaskNames {
  return namesOf(entry.isTitledByText ? entry.title : null, entry, capability)
}

function namesOf(
  text: string | null,
  { title, capability: id }: Pick<Task, 'title' | 'capability'>,
  capability: Capability | null
): TaskNames {
  const name = capability?.title ?? id
  if (text !== null || capability === null) return { title: text ?? title, detail: name, spoken: title }
  const files = title === name ? '' : title
  return { title: name, detail: files, spoken: joinPhrases(name, files) }
}
