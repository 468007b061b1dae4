import { useMemo, useState } from 'react'
import type { Medium } from '../../shared/form/json-schema.ts'
import { say } from '../../shared/i18n/say.ts'
import { InputTargetMenu } from '../actions/input-target-menu.tsx'
import { openFormWithItems } from '../navigation/open-form.ts'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import styles from './recipe-inspector.module.css'

/** Button that opens a searchable list of the fields that accept `medium`. The list includes all capabilities. */
export function UseAsInputButton({ itemId, medium }: { readonly itemId: string; readonly medium: Medium }) {
  const [isOpen, setIsOpen] = useState(false)
  const media = useMemo(() => (isOpen ? [medium] : null), [isOpen, medium])
  return (
    <Popover
      label={say('Use as input for')}
      side="top"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={styles.menu}
      trigger={
        <button type="button" aria-label={say('Use as input for…')} className={styles.other}>
          <Icon name="arrow-right" />
          {say('Use as…')}
        </button>
      }
    >
      <InputTargetMenu
        media={media}
        onChoose={(target) => openFormWithItems(target, [itemId])}
        empty={say('No capability accepts this as input.')}
      />
    </Popover>
  )
}
