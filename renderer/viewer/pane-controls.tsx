import type { SyntheticEvent } from 'react'
import { useRef } from 'react'
import { joinPhrases } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { useItemDetails } from '../media/item-store.ts'
import { starText } from '../media/star-text.ts'
import { navigate } from '../navigation/route.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { Button } from '../ui/button.tsx'
import { ImageBadge } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { StarRating } from '../ui/star-rating.tsx'
import { useFocusFallback } from '../ui/use-focus-fallback.ts'
import type { Edges } from './frame.ts'
import type { ResultWithTask } from './neighbours.ts'
import styles from './pane-controls.module.css'
import type { PaneActions } from './use-compare-panes.ts'
import { currentPaneElement, focusPane, paneElementId } from './use-compare-panes.ts'

/**
 * Controls for one of several results: open, remove, rate, move to the trash, keep only this one. The group gets the focus, and its outline
 * marks the current pane.
 */
export function PaneControls({
  shown: { task, result },
  number,
  place,
  actions
}: {
  readonly shown: ResultWithTask
  /** One-based position in the comparison. */
  readonly number: number
  /** Where the controls are. `line`: beside a name. `pane`: over the whole pane. Edges: over this area of the pane, in CSS pixels. */
  readonly place: 'line' | 'pane' | (Edges & { readonly width: number; readonly height: number })
  readonly actions: PaneActions
}) {
  const { id } = result
  const { currentId, setCurrent, rate, trash, keep, remove } = actions
  const details = useItemDetails(id) ?? null
  const isCurrent = currentId === id
  const group = useRef<HTMLDivElement>(null)
  useFocusFallback(group, currentPaneElement)
  const inset =
    typeof place === 'string'
      ? undefined
      : { left: place.left, top: place.top, right: place.width - place.right, bottom: place.height - place.bottom }
  return (
    <div
      ref={group}
      id={paneElementId(id)}
      role="group"
      aria-label={joinPhrases(`${number}: ${task.title}`, details === null ? null : starText(details.stars))}
      tabIndex={isCurrent ? 0 : -1}
      className={classNames(styles.controls, place === 'line' ? styles.line : styles.over, isCurrent && keep !== null && styles.current)}
      style={inset}
      onFocus={() => setCurrent(id)}
    >
      <div className={styles.top} onPointerDown={stop} onDoubleClick={stop}>
        {place !== 'line' && <ImageBadge>{number}</ImageBadge>}
        <IconButton
          variant="media"
          size="small"
          label={say('Open result {number}', { number })}
          icon="maximize"
          {...(isCurrent && { shortcut: shortcutText('compare', 'alone') })}
          onClick={() => navigate({ view: 'viewer', itemId: id })}
        />
        {remove !== null && (
          <IconButton
            variant="media"
            size="small"
            label={say('Remove result {number} from comparison', { number })}
            icon="close"
            onClick={() => remove(id)}
          />
        )}
      </div>
      {details !== null && (
        <div className={styles.decide} onPointerDown={stop} onDoubleClick={stop}>
          <span className={classNames(styles.stars, details.stars > 0 && styles.rated)}>
            <StarRating
              variant="media"
              stars={details.stars}
              onChange={(stars) => {
                focusPane(id)
                rate(id, stars)
              }}
            />
          </span>
          {keep !== null && (
            <Button
              variant="media"
              size="small"
              icon="check"
              aria-label={say('Keep this, move the others to trash')}
              title={`${say('Keep this, move the others to trash')} (${shortcutText('compare', 'keep')})`}
              className={styles.keep}
              onClick={() => keep(id)}
            >
              <span className={styles.keepText}>{say('Keep this')}</span>
            </Button>
          )}
          <IconButton
            variant="media"
            size="small"
            label={say('Move to trash')}
            icon="trash"
            {...(isCurrent && { shortcut: shortcutText('compare', 'trash') })}
            className={styles.trash}
            onClick={() => trash(id)}
          />
        </div>
      )}
    </div>
  )
}

/** Prevents a press on a control from panning or zooming the image. */
function stop(event: SyntheticEvent): void {
  event.stopPropagation()
}
