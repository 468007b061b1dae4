import type { Capability } from '../../../shared/form/capability.ts'
import { allFieldsOf } from '../../../shared/form/fields.ts'
import type { Value, Values } from '../../../shared/form/values.ts'
import type { Task } from '../../../shared/task/task.ts'
import { recipePrompts, recipeSettingLines } from '../../media/recipe.ts'
import type { DiffPart } from '../../media/recipe-differences.ts'
import { diffWords } from '../../media/recipe-differences.ts'

/**
 * A setting that differs from the previous run. `before` is null if the previous run doesn't have the setting. `after` is null if this run
 * doesn't have it.
 */
export type SettingChange = { readonly name: string; readonly before: string | null; readonly after: string | null }

export type RunChanges = {
  /** The prompt. Words that aren't in the previous run's prompt have `isDifferent` set. Empty if the run has no prompt. */
  readonly prompt: readonly DiffPart[]
  readonly settings: readonly SettingChange[]
}

/** Returns a run's changes compared with the previous run. If `previous` is null, there are no changes. */
export function runChanges(task: Task, previous: Task | null, capability: Capability): RunChanges {
  const prompt = recipePrompts(capability, task.values).prompt ?? ''
  if (previous === null) return { prompt: prompt === '' ? [] : [{ text: prompt, isDifferent: false }], settings: [] }
  const previousPrompt = recipePrompts(capability, previous.values).prompt ?? ''
  return {
    prompt: prompt === '' ? [] : diffWords(prompt, previousPrompt),
    settings: settingChanges(linesOf(task, capability), linesOf(previous, capability)).map(
      (change) => shapeChange(change, task.values, previous.values, capability) ?? change
    )
  }
}

/**
 * Returns a changed size with aspect ratios as its values, such as “3:2” and “1:1”. Null for other settings. Also null if the ratio stays
 * the same, or isn’t one of the contract’s ratios.
 */
function shapeChange({ name }: SettingChange, after: Values, before: Values, capability: Capability): SettingChange | null {
  const field = allFieldsOf(capability).find((one) => one.kind === 'size' && one.label === name)
  if (field?.kind !== 'size') return null
  const ratioOf = (value: Value | undefined): string | undefined =>
    typeof value === 'string' ? field.groups.find(({ sizes }) => sizes.some((size) => size.value === value))?.ratio : undefined
  const [from, to] = [ratioOf(before[field.name]), ratioOf(after[field.name])]
  return from === undefined || to === undefined || from === to ? null : { name, before: from, after: to }
}

function linesOf(task: Task, capability: Capability): ReadonlyMap<string, string> {
  return new Map(recipeSettingLines(task, capability).map(({ name, value }) => [name, value]))
}

function settingChanges(after: ReadonlyMap<string, string>, before: ReadonlyMap<string, string>): readonly SettingChange[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((name) => {
    const change = { name, before: before.get(name) ?? null, after: after.get(name) ?? null }
    return change.before === change.after ? [] : [change]
  })
}
