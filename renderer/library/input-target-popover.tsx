import { useMemo, useState } from 'react'
import type { LibraryItem } from '../../shared/library/library.ts'
import { say } from '../../shared/i18n/say.ts'
import { InputTargetMenu } from '../actions/input-target-menu.tsx'
import { openBatchWithItems, openFormWithItems } from '../navigation/open-form.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Popover } from '../ui/popover.tsx'
import styles from './bulk-bar.module.css'

export type InputTargetPopoverProps = {
  /** Null while the items load, or if too many are selected. */
  readonly items: readonly LibraryItem[] | null
  readonly isTooMany: boolean
}

/** The "Use as input for…" menu. Lists all fields of all capabilities that accept the selected items. */
export function InputTargetPopover({ items, isTooMany }: InputTargetPopoverProps) {
  const [isOpen, setIsOpen] = useState(false)
  const media = useMemo(() => (isOpen && items !== null ? items.map(({ medium }) => medium) : null), [isOpen, items])
  return (
    <Popover
      label={say('Use as input for')}
      side="top"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={classNames(styles.menu, styles.inputs)}
      trigger={
        <Button size="small" icon="arrow-right">
          {say('Use as input for…')}
        </Button>
      }
    >
      <InputTargetMenu
        media={media}
        offersEach
        onChoose={(target, isEach) => {
          const ids = items?.map(({ id }) => id) ?? []
          if (isEach) openBatchWithItems(target, ids)
          else openFormWithItems(target, ids)
        }}
        empty={
          new Set(media).size > 1
            ? say('No field accepts different media types together. Use one type at a time.')
            : items === null
              ? isTooMany
                ? say('Too many items for one form. Select fewer.')
                : say('Loading…')
              : say('No capability accepts this as input.')
        }
      />
    </Popover>
  )
}
