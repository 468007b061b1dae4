import { useMemo } from 'react'
import type { TaskResult } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'
import { InputTargetMenu } from '../actions/input-target-menu.tsx'
import type { InputTarget } from '../media/input-targets.ts'
import { Dialog } from '../ui/dialog.tsx'
import styles from './opened-files-dialog.module.css'

export type UseAsInputDialogProps = {
  readonly items: readonly Pick<TaskResult, 'id' | 'medium'>[]
  readonly onClose: () => void
  readonly onUse: (place: InputTarget, itemIds: readonly string[], isEach: boolean) => void
}

/**
 * Dialog that lists every field of every capability that accepts all `items` together, or one of them. `onUse` receives the chosen field.
 * `isEach` is true if each item gets its own task. The dialog never submits anything.
 */
export function UseAsInputDialog({ items, onClose, onUse }: UseAsInputDialogProps) {
  const media = useMemo(() => items.map(({ medium }) => medium), [items])
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="wide"
      title={say('Use as input for…')}
      description={say('The form opens with your selection. Nothing is sent until you generate.')}
    >
      <div className={styles.places}>
        <InputTargetMenu
          media={media}
          offersEach
          onChoose={(target, isEach) =>
            onUse(
              target,
              items.map(({ id }) => id),
              isEach
            )
          }
          empty={
            new Set(media).size > 1
              ? say('No field accepts different media types together. Use one type at a time.')
              : say('No capability accepts this as input.')
          }
        />
      </div>
    </Dialog>
  )
}
