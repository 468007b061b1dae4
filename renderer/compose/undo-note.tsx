import { say } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import styles from './undo-note.module.css'

/** Message that an item was removed, with an undo button. */
export function UndoNote({ words, onUndo }: { readonly words: string; readonly onUndo: () => void }) {
  return (
    <div role="status" className={styles.note}>
      <span className="small ink-2 cut grow">{words}</span>
      <Button size="small" onClick={onUndo}>
        {say('Undo')}
      </Button>
    </div>
  )
}
