import { useMemo, useState } from 'react'
import type { LibraryItem } from '../../shared/library.ts'
import { say } from '../../shared/words/say.ts'
import type { InputPlace } from '../bridge/input-places.ts'
import { useInputPlaces } from '../bridge/use-input-places.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { SearchMenu } from '../ui/search-menu.tsx'
import styles from './bulk-bar.module.css'

export type UseAsInputProps = {
  /** Null: they are being read, or too many. */
  readonly items: readonly LibraryItem[] | null
  readonly onUse: (place: InputPlace, itemIds: readonly string[]) => void
}

/** "Use as input of…": every field of every capability that takes what is chosen. */
export function UseAsInput({ items, onUse }: UseAsInputProps) {
  const [isOpen, setIsOpen] = useState(false)
  const media = useMemo(() => (isOpen && items !== null ? items.map(({ medium }) => medium) : null), [isOpen, items])
  const places = useInputPlaces(media)
  return (
    <Popover
      label={say('Use as input of')}
      side="top"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={styles.menu}
      trigger={
        <Button size="small" icon="arrow-right">
          {say('Use as input of…')}
        </Button>
      }
    >
      <SearchMenu
        label={say('Use as input of')}
        placeholder={say('Find a capability or a field')}
        items={places}
        onChoose={({ place }) =>
          items !== null &&
          onUse(
            place,
            items.map(({ id }) => id)
          )
        }
        empty={
          new Set(media).size > 1
            ? say('No field takes different media together. Choose one kind.')
            : items === null
              ? say('These are too many for one form. Choose fewer.')
              : say('No capability takes so many of these together.')
        }
      />
    </Popover>
  )
}
