import { useMemo, useState } from 'react'
import type { Medium } from '../../shared/json-schema.ts'
import { capabilityIcon } from '../bridge/capability-words.ts'
import type { InputPlace } from '../bridge/input-places.ts'
import { inputPlaces } from '../bridge/input-places.ts'
import { useCapabilities } from '../bridge/use-session.ts'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import { SearchMenu } from '../ui/search-menu.tsx'
import styles from './recipe-inspector.module.css'

/** Every field of every capability that takes such a thing, by typing. */
export function UseAsInput({ medium, onUse }: { readonly medium: Medium; readonly onUse: (place: InputPlace) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const capabilities = useCapabilities()
  const places = useMemo(
    () => (isOpen && capabilities.state === 'ready' ? inputPlaces(capabilities.value, [medium]) : []),
    [isOpen, capabilities, medium]
  )
  const items = places.map(({ capability, field }) => ({
    id: `${capability.id} ${field.name}`,
    words: capability.title,
    aside: field.label,
    icon: capabilityIcon(capability)
  }))
  return (
    <Popover
      label="Use as input of"
      side="top"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={styles.menu}
      trigger={
        <button type="button" aria-label="Use as input of…" className={styles.other}>
          <Icon name="arrow-right" />
          Use as…
        </button>
      }
    >
      <SearchMenu
        label="Use as input of"
        placeholder="Find a capability or a field"
        items={items}
        onChoose={({ id }) => {
          const place = places[items.findIndex((item) => item.id === id)]
          if (place !== undefined) onUse(place)
        }}
        empty="No capability takes this as input."
      />
    </Popover>
  )
}
