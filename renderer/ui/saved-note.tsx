import { say } from '../../shared/i18n/say.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './saved-note.module.css'

/** Says that a setting was saved, with a button that restores the previous value. Announce the saving with `useAnnounce`. */
export function SavedNote({ onUndo }: { readonly onUndo: () => void }) {
  return (
    <p className={styles.note}>
      <Icon name="check" size="s" />
      <span>{say('Saved')}</span>
      <Button size="small" variant="quiet" onClick={onUndo}>
        {say('Undo')}
      </Button>
    </p>
  )
}
