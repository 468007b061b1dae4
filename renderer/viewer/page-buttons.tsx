import type { SyntheticEvent } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { showInViewer } from '../navigation/route.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import type { Neighbour } from './neighbours.ts'
import styles from './page-buttons.module.css'
import type { ViewerState } from './use-viewer-state.ts'

export type PageSide = 'previous' | 'next'
export const pageIcons = { previous: 'chevron-left', next: 'chevron-right' } as const

/** Returns the name of the button that shows the previous or next result. */
export function pageLabel(side: PageSide): string {
  return side === 'previous' ? say('Previous') : say('Next')
}

/**
 * Buttons for the previous and next result, at the edges of the stage. On an unzoomed image, each button has the full height of its edge.
 * Otherwise, such as on a zoomed image or a player, each button covers only its arrow. Drags and presses have another effect there.
 */
export function PageButtons({ viewer }: { readonly viewer: ViewerState }) {
  const { previous, next, showsStage, stage, viewMode, eyedropper } = viewer
  const isTall = showsStage && !stage.canPan && viewMode !== 'slider' && !eyedropper.isOn
  const shape = classNames(isTall && styles.tall, !showsStage && styles.inset)
  return (
    <>
      <PageButton side="previous" to={previous} className={shape} />
      <PageButton side="next" to={next} className={shape} />
    </>
  )
}

function PageButton({ side, to, className }: { readonly side: PageSide; readonly to: Neighbour | null; readonly className: string }) {
  const label = pageLabel(side)
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={to === null || undefined}
      title={to === null ? undefined : `${label} (${shortcutText('viewer', side)})`}
      className={classNames(styles.page, styles[side], className)}
      onPointerDown={stop}
      onDoubleClick={stop}
      onClick={to === null ? undefined : () => showInViewer(to.id)}
    >
      <span className={styles.arrow}>
        <Icon name={pageIcons[side]} />
      </span>
    </button>
  )
}

/** Prevents a press on the button from panning or zooming the image below. */
function stop(event: SyntheticEvent): void {
  event.stopPropagation()
}
