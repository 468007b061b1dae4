import { useMemo } from 'react'
import type { Capability } from '../../../shared/form/capability.ts'
import { resultContextMenu } from '../../../shared/app/menu.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { Stars } from '../../../shared/library/library.ts'
import type { Task } from '../../../shared/task/task.ts'
import { actionMenuItems, runAgainItem } from '../../actions/action-menu-items.tsx'
import { runAgain } from '../../actions/action-store.ts'
import { recipePrompts } from '../../media/recipe.ts'
import { useFileActions } from '../../media/use-file-actions.ts'
import { useLibraryChanges } from '../../media/use-library-changes.ts'
import { useCopyText } from '../../media/use-copy-text.ts'
import { openUseAsInput } from '../../navigation/app-dialogs-store.ts'
import type { ValuesOrigin } from '../../navigation/form-prefill.ts'
import { openFormFrom } from '../../navigation/open-form.ts'
import { openTask } from '../../navigation/open-task.ts'
import { navigate } from '../../navigation/route.ts'
import { actionItems } from '../../shortcuts/action-items.ts'
import type { MenuActionHandlers } from '../../shortcuts/menu-action-handlers.ts'
import type { ContextMenuItem } from '../../ui/context-menu.tsx'
import { useTaskActions } from '../../tasks/use-task-actions.ts'
import type { StageOutput, StageResult, StageRun } from './stage-runs.ts'
import { comparedIds, resultsOf } from './stage-runs.ts'

export type StageActions = {
  /** `stars` is 0 to 5. 0 clears the rating. */
  readonly rate: (itemId: string, stars: number) => void
  readonly trash: (itemId: string) => void
  /** Hides a finished task from the stage and the queue. */
  readonly hide: (task: Task) => void
  readonly undoLast: () => void
  readonly openForm: (task: Task) => void
  readonly runAgain: (task: Task) => void
  /** `ids` are the result IDs from `comparedIds`. */
  readonly compare: (ids: readonly string[]) => void
  /**
   * The actions on a result for the app menu, the palette and shortcuts. Deletion is excluded, because the Delete key also edits the
   * prompt.
   */
  readonly menuActions: (run: StageRun, output: StageResult) => MenuActionHandlers
  readonly menuItems: (run: StageRun, output: StageOutput) => readonly ContextMenuItem[]
}

/** Returns the actions on the outputs of the stage. */
export function useStageActions(capability: Capability): StageActions {
  const copyText = useCopyText()
  const fileActionsOf = useFileActions()
  const { rate, trash: trashAll, undoLast } = useLibraryChanges()
  const { hide: hideTasks } = useTaskActions()
  return useMemo(() => {
    const trash = (itemId: string): void => trashAll([itemId])
    const hide = (task: Task): void => hideTasks([task.id])
    const openForm = (task: Task): void => openFormFrom(originOf(task))
    const compare = (ids: readonly string[]): void => navigate({ view: 'compare', ids: [...ids] })
    function menuActions(run: StageRun, { task, result }: StageResult): MenuActionHandlers {
      const compared = comparedIds(run, result)
      const { prompt } = recipePrompts(capability, task.values)
      const files = fileActionsOf(result.id)
      return {
        remix: () => openForm(task),
        useAsInput: () => openUseAsInput([result]),
        compare: compared === null ? undefined : () => compare(compared),
        saveAs: files.saveAs,
        copy: result.medium === 'image' ? files.copy : undefined,
        copyPrompt: prompt === null ? undefined : () => copyText(prompt),
        showInFolder: files.showInFolder,
        showTask: () => openTask(task.id)
      }
    }
    function menuItems(run: StageRun, output: StageOutput): readonly ContextMenuItem[] {
      const { task } = output
      const again = runAgainItem(originOf(task))
      if (output.kind !== 'result') {
        const others = {
          remix: () => openForm(task),
          showTask: () => openTask(task.id),
          hide: task.can.hide ? () => hide(task) : undefined
        }
        return [again, ...actionItems(['remix', 'showTask', 'hide'], others)]
      }
      const { result } = output
      const items = actionItems(resultContextMenu, { ...menuActions(run, output), trash: () => trash(result.id) })
      const open = { label: say('Open'), icon: 'full-screen', onSelect: () => navigate({ view: 'viewer', itemId: result.id }) } as const
      return [open, again, ...actionMenuItems([result], originOf(task)), ...items, ...trashRunItems(run)]
    }
    function trashRunItems(run: StageRun): readonly ContextMenuItem[] {
      const ids = resultsOf(run).map(({ id }) => id)
      if (ids.length < 2) return []
      return [{ label: say('Move {count, number} items to trash', { count: ids.length }), icon: 'trash', onSelect: () => trashAll(ids) }]
    }
    return {
      rate: (itemId, stars) => rate(itemId, Math.min(5, Math.max(0, stars)) as Stars),
      trash,
      hide,
      undoLast,
      openForm,
      runAgain: (task) => runAgain(originOf(task)),
      compare,
      menuActions,
      menuItems
    }
  }, [copyText, capability, fileActionsOf, hideTasks, rate, trashAll, undoLast])
}

export function originOf({ id, capability, values }: Task): ValuesOrigin {
  return { capability, values, taskId: id }
}
