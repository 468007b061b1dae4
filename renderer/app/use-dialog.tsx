import { useMemo } from 'react'
import type { Result } from '../../shared/task.ts'
import { say } from '../../shared/words/say.ts'
import type { InputPlace } from '../bridge/input-places.ts'
import { useInputPlaces } from '../bridge/use-input-places.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SearchMenu } from '../ui/search-menu.tsx'
import styles from './files-dialog.module.css'

export type UseDialogProps = {
  readonly items: readonly Pick<Result, 'id' | 'medium'>[]
  readonly onClose: () => void
  readonly onUse: (place: InputPlace, itemIds: readonly string[]) => void
}

/** What results are to be the input of: every field of every capability that takes them together. They go into the form, and no farther. */
export function UseDialog({ items, onClose, onUse }: UseDialogProps) {
  const media = useMemo(() => items.map(({ medium }) => medium), [items])
  const places = useInputPlaces(media)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="wide"
      title={say('Use as input of…')}
      description={say('The form opens with it. Nothing is sent before you press.')}
    >
      <div className={styles.places}>
        <SearchMenu
          label={say('Use as input of')}
          placeholder={say('Find a capability or a field')}
          items={places}
          onChoose={({ place }) =>
            onUse(
              place,
              items.map(({ id }) => id)
            )
          }
          empty={
            new Set(media).size > 1
              ? say('No field takes different media together. Choose one kind.')
              : items.length > 1
                ? say('No capability takes so many of these together.')
                : say('No capability takes this as input.')
          }
        />
      </div>
    </Dialog>
  )
}
