import { say } from '../../shared/words/say.ts'
import { IconButton } from '../ui/icon-button.tsx'
import styles from './compare-view.module.css'

/** What one does with one of several. `onRemove` null: fewer would be nothing to compare. */
export function PaneCorner({
  number,
  at,
  onShow,
  onRemove
}: {
  readonly number: number
  /** From the pane's own corner; null: there. */
  readonly at: { readonly top: number; readonly right: number } | null
  readonly onShow: () => void
  readonly onRemove: (() => void) | null
}) {
  return (
    <div
      className={styles.corner}
      style={at === null ? undefined : { top: at.top + 8, right: at.right + 8 }}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <IconButton
        look="media"
        size="small"
        label={say('Open {number} alone', { number })}
        icon="maximize"
        shortcut={String(number)}
        onClick={onShow}
      />
      {onRemove !== null && (
        <IconButton look="media" size="small" label={say('Leave {number} out', { number })} icon="close" onClick={onRemove} />
      )}
    </div>
  )
}
