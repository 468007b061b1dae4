import { useMemo } from 'react'
import type { Task } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'
import { session, taskStore } from '../bridge/session.ts'
import { useCapabilities } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { actionLabels } from './action-label.ts'
import type { ActionInput, CapabilityUse, ResultAction } from './result-actions.ts'
import { capabilityUses, resultActions } from './result-actions.ts'
import { canCombineInputs } from './can-combine-inputs.ts'

/** An action with its label. The label of an action that needs the form ends with “…”. */
export type NamedAction = { readonly label: string; readonly action: ResultAction }

const none: readonly NamedAction[] = []

/** Returns the actions for all `inputs` together, best first. Empty if `inputs` is null or empty. Pass the same array on every render. */
export function useResultActions(inputs: readonly ActionInput[] | null): readonly NamedAction[] {
  const capabilities = useCapabilities()
  const uses = useCapabilityUses()
  return useMemo(
    () => (inputs === null || capabilities.state !== 'ready' ? none : namedActions(resultActions(capabilities.value, inputs, uses))),
    [inputs, capabilities, uses]
  )
}

/** Returns the use of each capability in the recent tasks, by ID. Returns the same map until the use changes. */
export function useCapabilityUses(): ReadonlyMap<string, CapabilityUse> {
  return useTaskSummary(recentUses, haveSameUses)
}

/** Returns the same actions as `useResultActions`, for menus that are built outside React. */
export function currentResultActions(inputs: readonly ActionInput[]): readonly NamedAction[] {
  const { capabilities } = session.getState()
  return capabilities.state === 'ready' ? namedActions(resultActions(capabilities.value, inputs, recentUses(taskStore.all()))) : none
}

function namedActions(actions: readonly ResultAction[]): readonly NamedAction[] {
  const labels = actionLabels(actions)
  return actions.map((action) => {
    const label = labels.get(action) ?? action.capability.title
    return { action, label: action.isReady ? label : `${label}…` }
  })
}

/** Returns an action's label for `count` results, such as “Upscale 12”. Ends with “…” if each result needs its own task and the form. */
export function actionTitle({ label, action }: NamedAction, count: number): string {
  if (count < 2 || (!action.isReady && canCombineInputs(action, count))) return label
  if (action.isReady) return say('{action} {count, number}', { action: label, count })
  return say('{action} {count, number}…', { action: label.replace(/…$/, ''), count })
}

/** Returns the name of an action’s capability, shown beside the label. Empty if the label already contains the name. */
export function actionCapabilityName({ label, action: { capability } }: NamedAction): string {
  return label.includes(capability.title) ? '' : capability.title
}

/** Number of recent tasks that determine the order. Limited because habits change, and because uses are counted on every task update. */
const recentCount = 300

function recentUses(newestFirst: readonly Task[]): ReadonlyMap<string, CapabilityUse> {
  return capabilityUses(newestFirst.slice(0, recentCount))
}

function haveSameUses(one: ReadonlyMap<string, CapabilityUse>, other: ReadonlyMap<string, CapabilityUse>): boolean {
  return (
    one.size === other.size &&
    [...one].every(([id, { count, values }]) => other.get(id)?.count === count && other.get(id)?.values === values)
  )
}
