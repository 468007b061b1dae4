import { taskActionNames } from '../../shared/app/menu.ts'
import { say } from '../../shared/i18n/say.ts'
import type { Task } from '../../shared/task/task.ts'
import { useBatches } from '../bridge/batches.ts'
import { request } from '../bridge/kiln.ts'
import { taskStore } from '../bridge/session.ts'
import { actionItems } from '../shortcuts/action-items.ts'
import type { MenuActionHandlers } from '../shortcuts/menu-action-handlers.ts'
import type { ContextMenuItem } from '../ui/context-menu.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { isBatchFinished } from './batch-groups.ts'
import type { BatchAction } from './queue-batch-row.tsx'
import type { QueueRow } from './queue-sections.ts'
import { taskIdsToHide } from './task-ids-to-hide.ts'
import { useTaskActions } from '../tasks/use-task-actions.ts'

type QueueMenuOptions = {
  readonly rows: readonly QueueRow[]
  readonly openBatches: ReadonlySet<string>
  readonly onToggleBatch: (batchId: string) => void
  readonly actionsOf: (task: Task) => MenuActionHandlers
}

/** Returns a function that returns the context menu items of the row that contains `target`. */
export function useQueueMenuItems({
  rows,
  openBatches,
  onToggleBatch,
  actionsOf
}: QueueMenuOptions): (target: Element) => readonly ContextMenuItem[] {
  const batches = useBatches()
  const { hide, cancelRest } = useTaskActions()
  const sayFailure = useFailureToast()
  function menuItems(target: Element): readonly ContextMenuItem[] {
    const id = target.closest<HTMLElement>('[data-row]')?.dataset['row']
    const row = rows.find(({ key }) => key === id)
    if (row?.kind === 'batch') return batchItems(row)
    const task = id === undefined ? undefined : taskStore.get(id)
    return task === undefined ? [] : actionItems(taskActionNames, actionsOf(task))
  }
  function batchItems({ id, sum }: QueueRow & { readonly kind: 'batch' }): readonly ContextMenuItem[] {
    const isOpen = openBatches.has(id)
    const isStopped = batches.get(id)?.isStopped ?? false
    const ask = (action: BatchAction) => () => void request(action, { id }).then(sayFailure)
    const items: ContextMenuItem[] = [
      { label: isOpen ? say('Close') : say('Show tasks'), icon: isOpen ? 'chevron-up' : 'queue', onSelect: () => onToggleBatch(id) }
    ]
    if (sum.waiting > 0)
      items.push(
        'line',
        isStopped
          ? { label: say('Resume'), icon: 'play', onSelect: ask('batch.resume') }
          : { label: say('Stop'), icon: 'held', onSelect: ask('batch.stop') },
        {
          label: say('Cancel {waiting, plural, one {# unsent task} other {# unsent tasks}}', { waiting: sum.waiting }),
          icon: 'undo',
          onSelect: () => cancelRest(id)
        }
      )
    if (isBatchFinished(sum)) items.push('line', { label: say('Hide all'), icon: 'hide', onSelect: () => hide(taskIdsToHide(id)) })
    return items
  }
  return menuItems
}
