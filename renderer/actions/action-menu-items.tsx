import { say } from '../../shared/i18n/say.ts'
import { capabilityIcon } from '../media/capability-text.ts'
import type { ValuesOrigin } from '../navigation/form-prefill.ts'
import type { ContextMenuItem } from '../ui/context-menu.tsx'
import { ActionPrice } from './action-price.tsx'
import { runAction, runAgain, runFourMore } from './action-store.ts'
import { RepeatPrice } from './repeat-price.tsx'
import type { ActionInput } from './result-actions.ts'
import { actionTitle, currentResultActions } from './use-result-actions.ts'

/** Maximum number of actions in a context menu. A longer menu wouldn't fit a small window. */
const mostItems = 4

/** Returns context menu items for the best actions on `inputs`. Adds “Four more like this” if `origin` isn't null. Shift opens the form. */
export function actionMenuItems(inputs: readonly ActionInput[], origin: ValuesOrigin | null): readonly ContextMenuItem[] {
  const ids = inputs.map(({ id }) => id)
  const actions = currentResultActions(inputs).slice(0, mostItems)
  const more: readonly ContextMenuItem[] =
    origin === null
      ? []
      : [
          {
            label: say('Four more like this'),
            icon: 'run-again',
            aside: <RepeatPrice way="more" origin={origin} />,
            onSelect: () => runFourMore(origin)
          }
        ]
  return [
    ...more,
    ...actions.map((named): ContextMenuItem => ({
      label: actionTitle(named, ids.length),
      icon: capabilityIcon(named.action.capability),
      aside: <ActionPrice action={named.action} itemIds={ids} />,
      onSelect: (isShifted) => runAction(named, ids, { opensForm: isShifted })
    })),
    ...(more.length + actions.length > 0 ? (['line'] as const) : [])
  ]
}

/** Returns the context menu item that sends a task again, with its price. */
export function runAgainItem(origin: ValuesOrigin): ContextMenuItem {
  return {
    label: say('Run again'),
    icon: 'refresh',
    aside: <RepeatPrice way="again" origin={origin} />,
    onSelect: () => runAgain(origin)
  }
}
