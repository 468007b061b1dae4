import { useMemo, useState } from 'react'
import type { LibraryItem } from '../../shared/library/library.ts'
import { say } from '../../shared/i18n/say.ts'
import { InputTargetMenu } from '../actions/input-target-menu.tsx'
import { useInputCapabilities } from '../actions/use-input-capabilities.ts'
import { openFormWithItems } from '../navigation/open-form.ts'
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
  const first = useMemo(() => media?.slice(0, 1) ?? null, [media])
  const isAccepted = useInputCapabilities(first).length > 0
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
        onChoose={(target) =>
          items !== null &&
          openFormWithItems(
            target,
            items.map(({ id }) => id)
          )
        }
        empty={
          new Set(media).size > 1
            ? say('No field accepts different media types together. Use one type at a time.')
            : items === null
              ? isTooMany
                ? say('Too many items for one form. Select fewer.')
                : say('Loading…')
              : !isAccepted
                ? say('No capability accepts this as input.')
                : say('No capability accepts this many files at once. Save them to a folder. Then open the folder as a batch.')
        }
      />
    </Popover>
  )
}
