import type { KeyboardEvent, MouseEvent } from 'react'
import { useMemo } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { ActionPrice } from './action-price.tsx'
import { runAction } from './action-store.ts'
import { ignoreSecondPress } from '../ui/ignore-second-press.ts'
import type { ActionInput } from './result-actions.ts'
import { canCombineInputs } from './can-combine-inputs.ts'
import styles from './tile-actions.module.css'
import { actionTitle, useResultActions } from './use-result-actions.ts'

export type TileActionsProps = {
  /** The tile's results. Pass the same array on every render. */
  readonly items: readonly ActionInput[]
  /** Finds the tile's focusable element, which also opens the context menu. `area` is this component's element. Null if none exists. */
  readonly tileOf: (area: Element) => HTMLElement | null
  /** True if Tab reaches the buttons. Otherwise, they are for the pointer only. */
  readonly isTabbable: boolean
  /** Positions the bar's area on the tile. A small area shows only the menu button. */
  readonly className: string | undefined
}

/** A small bar on a tile, with its best action and price, and a context menu button. Shift opens the action's form. */
export function TileActions({ items, tileOf, isTabbable, className }: TileActionsProps) {
  const [best] = useResultActions(items)
  const ids = useMemo(() => items.map(({ id }) => id), [items])
  const tabIndex = isTabbable ? 0 : -1
  return (
    <div className={classNames(styles.area, className)}>
      <div
        role="presentation"
        aria-hidden={!isTabbable || undefined}
        className={styles.bar}
        onClick={stop}
        onDoubleClick={stop}
        onKeyDown={(event) => pressKey(event, tileOf)}
      >
        {best !== undefined && (
          <Button
            size="small"
            variant="media"
            tabIndex={tabIndex}
            title={best.action.capability.title}
            className={styles.best}
            price={
              <ActionPrice
                action={best.action}
                itemIds={ids}
                isTogether={!best.action.isReady && canCombineInputs(best.action, ids.length)}
              />
            }
            onClick={ignoreSecondPress((event) => runAction(best, ids, { opensForm: event.shiftKey }))}
          >
            <span className="cut">{actionTitle(best, ids.length)}</span>
          </Button>
        )}
        <IconButton
          size="small"
          variant="media"
          icon="more"
          tabIndex={tabIndex}
          label={say('More actions')}
          aria-haspopup="menu"
          className={styles.more}
          onClick={({ currentTarget }) => openContextMenu(tileOf(areaOf(currentTarget)), currentTarget)}
        />
      </div>
    </div>
  )
}

/** Stops the event, because the tile would also handle the press. */
function stop(event: MouseEvent): void {
  event.stopPropagation()
}

/** Enter and Space press the button instead of opening the tile. Escape goes back to the tile. The tile handles other keys. */
function pressKey(event: KeyboardEvent, tileOf: TileActionsProps['tileOf']): void {
  if (event.key === 'Enter' || event.key === ' ') event.stopPropagation()
  if (event.key !== 'Escape') return
  event.stopPropagation()
  event.preventDefault()
  tileOf(areaOf(event.currentTarget))?.focus({ preventScroll: true })
}

function areaOf(inside: Element): Element {
  return inside.closest(`.${styles['area']}`) ?? inside
}

/** Opens the tile’s context menu below the button. The tile has the focus when the menu closes. */
function openContextMenu(tile: HTMLElement | null, button: Element): void {
  const { left, bottom } = button.getBoundingClientRect()
  tile?.focus({ preventScroll: true })
  tile?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: bottom + menuGap }))
}

/** Distance between the button and its menu, in CSS pixels. */
const menuGap = 4
