import { useMemo, useState } from 'react'
import type { LibraryItem } from '../../shared/library.ts'
import { capabilityIcon } from '../bridge/capability-words.ts'
import type { InputPlace } from '../bridge/input-places.ts'
import { inputPlaces } from '../bridge/input-places.ts'
import { useCapabilities } from '../bridge/use-session.ts'
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
  const capabilities = useCapabilities()
  const places = useMemo(
    () =>
      isOpen && capabilities.state === 'ready' && items !== null
        ? inputPlaces(
            capabilities.value,
            items.map(({ medium }) => medium)
          )
        : [],
    [isOpen, capabilities, items]
  )
  const media = new Set(items?.map(({ medium }) => medium))
  return (
    <Popover
      label="Use as input of"
      side="top"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={styles.menu}
      trigger={
        <Button size="small" icon="arrow-right">
          Use as input of…
        </Button>
      }
    >
      <SearchMenu
        label="Use as input of"
        placeholder="Find a capability or a field"
        items={places.map(({ capability, field }) => ({
          id: `${capability.id} ${field.name}`,
          words: capability.title,
          aside: field.label,
          icon: capabilityIcon(capability)
        }))}
        onChoose={({ id: chosen }) => {
          const place = places.find(({ capability, field }) => `${capability.id} ${field.name}` === chosen)
          if (place !== undefined && items !== null)
            onUse(
              place,
              items.map((item) => item.id)
            )
        }}
        empty={
          media.size > 1
            ? 'No field takes different media together. Choose one kind.'
            : items === null
              ? 'These are too many for one form. Choose fewer.'
              : 'No capability takes so many of these together.'
        }
      />
    </Popover>
  )
}
