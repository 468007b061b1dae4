import { say } from '../../shared/i18n/say.ts'
import { navigate } from '../navigation/route.ts'
import { ImageBadge } from '../ui/chip.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import styles from './compare-view.module.css'

/** Controls for one of several results. `onRemove` is null if too few results would remain to compare. */
export function PaneControls({
  number,
  itemId,
  at,
  onRemove
}: {
  readonly number: number
  readonly itemId: string
  /**
   * Offset of the image from the pane's top right corner, in CSS pixels. If null, the controls are in the corner and the number isn't
   * shown.
   */
  readonly at: { readonly top: number; readonly right: number } | null
  readonly onRemove: (() => void) | null
}) {
  return (
    <div
      className={styles.corner}
      style={at === null ? undefined : { top: at.top + 8, right: at.right + 8 }}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {at !== null && (
        <span className={styles.cornerNumber}>
          <ImageBadge>{number}</ImageBadge>
        </span>
      )}
      <IconButton
        variant="media"
        size="small"
        label={say('Open result {number}', { number })}
        icon="maximize"
        shortcut={String(number)}
        onClick={() => navigate({ view: 'viewer', itemId })}
      />
      {onRemove !== null && (
        <IconButton
          variant="media"
          size="small"
          label={say('Remove result {number} from comparison', { number })}
          icon="close"
          onClick={onRemove}
        />
      )}
    </div>
  )
}
