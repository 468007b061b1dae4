import { useMemo, useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { useCapability } from '../bridge/use-session.ts'
import type { ValuesOrigin } from '../navigation/form-prefill.ts'
import { capabilityIcon } from '../media/capability-text.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Popover } from '../ui/popover.tsx'
import { SearchMenu } from '../ui/search-menu.tsx'
import { ActionPrice } from './action-price.tsx'
import { runAction, runFourMore } from './action-store.ts'
import { ignoreSecondPress } from '../ui/ignore-second-press.ts'
import { RepeatPrice } from './repeat-price.tsx'
import styles from './result-action-buttons.module.css'
import type { ActionInput } from './result-actions.ts'
import { canCombineInputs } from './can-combine-inputs.ts'
import type { NamedAction } from './use-result-actions.ts'
import { actionCapabilityName, actionTitle, useResultActions } from './use-result-actions.ts'

export type ResultActionsProps = {
  /** The results to act on. Pass the same array on every render. */
  readonly items: readonly ActionInput[]
  /** Maximum number of actions with their own button. The others are in the menu “More actions”. */
  readonly limit: number
  /** `stack` shows one action per line, and `bar` shows all actions in one line. `short-bar` also shows “More actions” as an icon. */
  readonly layout: 'stack' | 'bar' | 'short-bar'
  /** Values of a generated result, for “Four more like this”. Null for several results, and for files that Kiln didn’t generate. */
  readonly origin: ValuesOrigin | null
}

/**
 * Buttons for actions on results, with their prices. Pressing a button sends the action. Shift, or the arrow beside the button, opens the
 * form instead.
 */
export function ResultActions({ items, limit, layout, origin }: ResultActionsProps) {
  const actions = useResultActions(items)
  const ids = useMemo(() => items.map(({ id }) => id), [items])
  const canRepeat = useCapability(origin?.capability ?? '') !== null
  return (
    <div role="group" aria-label={say('Actions')} className={classNames(styles.actions, layout === 'stack' ? styles.stack : styles.bar)}>
      {origin !== null && canRepeat && (
        <Button
          size="small"
          icon="run-again"
          className={styles.more}
          price={<RepeatPrice way="more" origin={origin} />}
          onClick={ignoreSecondPress(() => runFourMore(origin))}
        >
          {say('Four more like this')}
        </Button>
      )}
      {actions.slice(0, limit).map((named) => (
        <ActionButton key={named.action.capability.id} named={named} itemIds={ids} />
      ))}
      {actions.length > limit && <MoreActions actions={actions} itemIds={ids} isIcon={layout === 'short-bar'} />}
    </div>
  )
}

function ActionButton({ named, itemIds }: { readonly named: NamedAction; readonly itemIds: readonly string[] }) {
  const { label, action } = named
  return (
    <span className={styles.split}>
      <Button
        size="small"
        icon={capabilityIcon(action.capability)}
        title={action.capability.title}
        className={styles.act}
        price={<ActionPrice action={action} itemIds={itemIds} isTogether={!action.isReady && canCombineInputs(action, itemIds.length)} />}
        onClick={ignoreSecondPress((event) => runAction(named, itemIds, { opensForm: event.shiftKey }))}
      >
        {actionTitle(named, itemIds.length)}
      </Button>
      {action.isReady && (
        <IconButton
          size="small"
          variant="plain"
          className={styles.opener}
          icon="chevron-right"
          label={say('{action}: open the form', { action: label })}
          onClick={() => runAction(named, itemIds, { opensForm: true })}
        />
      )}
    </span>
  )
}

/** The menu of all actions, with search. */
function MoreActions({
  actions,
  itemIds,
  isIcon
}: {
  readonly actions: readonly NamedAction[]
  readonly itemIds: readonly string[]
  /** True to show an icon instead of words. */
  readonly isIcon: boolean
}) {
  const [isOpen, setIsOpen] = useState(false)
  const items = isOpen
    ? actions.map((named) => ({
        id: named.action.capability.id,
        label: named.label,
        aside: actionCapabilityName(named),
        icon: capabilityIcon(named.action.capability),
        trailing: <ActionPrice action={named.action} itemIds={itemIds} />,
        named
      }))
    : []
  return (
    <Popover
      label={say('Actions')}
      side="top"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={styles.menu}
      trigger={
        isIcon ? (
          <Button size="small" variant="quiet" icon="more" aria-label={say('More actions')} title={say('More actions')} />
        ) : (
          <Button size="small" variant="quiet" trailingIcon="chevron-down">
            {say('More actions')}
          </Button>
        )
      }
    >
      <SearchMenu
        label={say('Actions')}
        placeholder={say('Search actions')}
        items={items}
        onChoose={({ named }, _isTyped, isShifted) => {
          setIsOpen(false)
          runAction(named, itemIds, { opensForm: isShifted })
        }}
        empty={say('No actions for this result.')}
      />
      <p className={styles.hint}>{say('Hold Shift to open the form.')}</p>
    </Popover>
  )
}
