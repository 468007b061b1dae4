import { say } from '../../shared/i18n/say.ts'
import type { Task } from '../../shared/task/task.ts'
import { request } from '../bridge/kiln.ts'
import { openFormFromTask } from '../navigation/open-form.ts'
import { navigate } from '../navigation/route.ts'
import type { MenuActionHandlers } from '../shortcuts/menu-action-handlers.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useTaskActions } from '../tasks/use-task-actions.ts'

/** Returns a function that returns a task's actions for the app menu and the context menu. */
export function useTaskMenuActions(): (task: Task) => MenuActionHandlers {
  const { hide, unhide, cancel } = useTaskActions()
  const announce = useAnnounce()
  return (task) => ({
    open: openTaskAction(task),
    chooseFaces: task.phase === 'needs_input' ? () => navigate({ view: 'faces', taskId: task.id }) : undefined,
    checkAgain: task.can.checkAgain ? () => void request('task.checkAgain', { id: task.id }) : undefined,
    sendAgain: task.can.sendAgain ? () => openFormFromTask(task.id) : undefined,
    cancel: task.can.cancel ? () => cancel(task.id) : undefined,
    copySupportBundle: () =>
      void request('task.copySupportBundle', { id: task.id }).then(({ ok }) => announce(ok ? say('Copied') : say('Couldn’t copy'))),
    hide: task.can.hide && !task.hidden ? () => hide([task.id]) : undefined,
    unhide: task.hidden ? () => unhide([task.id]) : undefined
  })
}

function openTaskAction({ results: [result] }: Task): (() => void) | undefined {
  return result === undefined ? undefined : () => navigate({ view: 'viewer', itemId: result.id })
}
