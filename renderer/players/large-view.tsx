import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { joinPhrases } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import type { Stars } from '../../shared/library/library.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { TaskResult } from '../../shared/task/task.ts'
import { handleShortcut } from '../shortcuts/handle-shortcut.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { ImageFrame } from '../ui/image-frame.tsx'
import { useRaiseToasts } from '../ui/use-raise-toasts.ts'
import { StarRating } from '../ui/star-rating.tsx'
import { isHandledByControl } from './is-handled-by-control.ts'
import styles from './large-view.module.css'

export type LargeViewProps = {
  readonly title: string
  readonly result: Pick<TaskResult, 'id' | 'medium'>
  /** Renders a result that isn't an image. */
  readonly renderPlayer: () => ReactNode
  /** Position among the results that the arrow keys step through, such as “2 of 4”. Null for a single result. */
  readonly position: string | null
  /** Null until the rating is known. */
  readonly stars: Stars | null
  /** True if the large view covers a whole view. It then keeps the Tab key inside, and its title is shown. */
  readonly isModal?: boolean
  readonly onStars: (stars: Stars) => void
  readonly onStep: (step: 'previous' | 'next') => void
  readonly onOpen: () => void
  readonly onTrash: () => void
  readonly onClose: () => void
}

/** One result, as large as possible. The part of the page that the result covers must be inert. */
export function LargeView(props: LargeViewProps) {
  const { title, result, renderPlayer, position, stars, isModal = false, onStars, onStep, onOpen, onTrash, onClose } = props
  const frame = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLElement>(null)
  useEffect(() => frame.current?.focus(), [])
  function pressKey(event: KeyboardEvent): void {
    if (isModal && event.key === 'Tab' && frame.current !== null) return loopFocus(event, frame.current)
    if (isHandledByControl(event.nativeEvent)) return undefined
    // The arrow keys and Space scroll a text that has the focus.
    const isScrolling = result.medium === 'text' && event.target !== frame.current
    if (isScrolling && ['ArrowUp', 'ArrowDown', ' '].includes(event.key)) return undefined
    // In a player, Space plays and pauses.
    const canPlay = result.medium === 'video' || result.medium === 'audio'
    const isHandled = handleShortcut('largeView', event, {
      close: event.key === ' ' && canPlay ? undefined : onClose,
      previous: () => onStep('previous'),
      next: () => onStep('next'),
      open: onOpen,
      stars: ({ key }) => onStars(Number(key) as Stars),
      // Ignores key repeat. A held key would otherwise delete one result after another.
      trash: event.repeat ? undefined : onTrash
    })
    if (isHandled) event.stopPropagation()
    return undefined
  }
  return (
    <div
      ref={frame}
      role="group"
      aria-label={joinPhrases(say('Large view'), title)}
      tabIndex={-1}
      className={classNames(styles.look, isModal && styles.modal)}
      onKeyDown={pressKey}
    >
      <div className={styles.body}>
        {result.medium === 'image' ? (
          <ImageFrame key={result.id} src={mediaPaths.result(result.id)} alt={title} fit="contain" className={styles.image} />
        ) : (
          renderPlayer()
        )}
      </div>
      {isModal && <RaisedToasts foot={foot} />}
      <footer ref={foot} className={styles.foot}>
        {position !== null && <span className={`ink-2 num ${styles.position}`}>{position}</span>}
        {stars !== null && <StarRating stars={stars} onChange={onStars} />}
        {isModal && (
          <span dir="auto" className="cut">
            {title}
          </span>
        )}
        <span className="grow" />
        <Button size="small" onClick={onOpen}>
          {say('Open in viewer')}
        </Button>
        <IconButton label={say('Close')} shortcut={shortcutText('largeView', 'close')} icon="close" size="small" onClick={onClose} />
      </footer>
    </div>
  )
}

/** Raises the toasts, so that they don't cover the rating. If the large view isn't modal, the view below it raises them. */
function RaisedToasts({ foot }: { readonly foot: RefObject<HTMLElement | null> }) {
  useRaiseToasts(foot)
  return null
}

/** Keeps Tab inside the frame. After the last control, Tab moves to the first. Before the first control, Shift+Tab moves to the last. */
function loopFocus(event: KeyboardEvent, frame: HTMLElement): void {
  const controls = [...frame.querySelectorAll<HTMLElement>('button, input, a[href], [tabindex]')].filter(
    (control) => control.tabIndex >= 0 && !control.matches(':disabled, [inert] *')
  )
  const [first, last] = [controls[0], controls.at(-1)]
  const active = document.activeElement
  if (event.shiftKey ? active !== first && active !== frame : active !== last) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next?.focus()
}
