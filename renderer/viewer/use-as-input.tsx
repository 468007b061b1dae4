import { useMemo, useState } from 'react'
import type { Medium } from '../../shared/json-schema.ts'
import { say } from '../../shared/words/say.ts'
import type { InputPlace } from '../bridge/input-places.ts'
import { useInputPlaces } from '../bridge/use-input-places.ts'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import { SearchMenu } from '../ui/search-menu.tsx'
import styles from './recipe-inspector.module.css'

/** Every field of every capability that takes such a thing, by typing. */
export function UseAsInput({ medium, onUse }: { readonly medium: Medium; readonly onUse: (place: InputPlace) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const places = useInputPlaces(useMemo(() => (isOpen ? [medium] : null), [isOpen, medium]))
  return (
    <Popover
      label={say('Use as input of')}
      side="top"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={styles.menu}
      trigger={
        <button type="button" aria-label={say('Use as input of…')} className={styles.other}>
          <Icon name="arrow-right" />
          {say('Use as…')}
        </button>
      }
    >
      <SearchMenu
        label={say('Use as input of')}
        placeholder={say('Find a capability or a field')}
        items={places}
        onChoose={({ place }) => onUse(place)}
        empty={say('No capability takes this as input.')}
      />
    </Popover>
  )
}
