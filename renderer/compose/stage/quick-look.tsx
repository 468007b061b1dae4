import type { KeyboardEvent } from 'react'
import { useEffect, useRef } from 'react'
import { say } from '../../../shared/i18n/say.ts'
import { mediaPaths } from '../../../shared/library/media-paths.ts'
import type { Task, TaskResult } from '../../../shared/task/task.ts'
import { useLibraryItem } from '../../media/use-library-item.ts'
import { navigate } from '../../navigation/route.ts'
import { handleShortcut } from '../../shortcuts/handle-shortcut.ts'
import { shortcutText } from '../../shortcuts/shortcut-text.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ImageFrame } from '../../ui/image-frame.tsx'
import { StarRating } from '../../ui/star-rating.tsx'
import { StagePlayer } from './stage-player.tsx'
import styles from './quick-look.module.css'
import type { StageActions } from './use-stage-actions.ts'
import type { StageStep } from './use-stage-cursor.ts'

/** One result over the stage, as large as it fits. */
export function QuickLook({
  task,
  result,
  count,
  actions,
  onStep,
  onClose
}: {
  readonly task: Task
  readonly result: TaskResult
  /** Number of outputs of the run. */
  readonly count: number
  readonly actions: StageActions
  readonly onStep: (step: StageStep) => void
  readonly onClose: () => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const { details, giveStars } = useLibraryItem(result.id)
  useEffect(() => frame.current?.focus(), [])
  function pressKey(event: KeyboardEvent): void {
    const isImage = result.medium === 'image'
    // In a player, Space plays and pauses.
    const isHandled = handleShortcut('quickLook', event, {
      close: event.key === ' ' && !isImage ? undefined : onClose,
      previous: () => onStep('previous'),
      next: () => onStep('next'),
      open,
      stars: ({ key }) => actions.rate(result.id, Number(key)),
      trash: () => {
        actions.trash(result.id)
        onClose()
      }
    })
    if (isHandled) event.stopPropagation()
  }
  function open(): void {
    navigate({ view: 'viewer', itemId: result.id })
  }
  return (
    <div ref={frame} role="group" aria-label={say('Large view')} tabIndex={-1} className={styles.look} onKeyDown={pressKey}>
      <div className={styles.body}>
        {result.medium === 'image' ? (
          <ImageFrame key={result.id} src={mediaPaths.result(result.id)} alt={task.title} fit="contain" className={styles.image} />
        ) : (
          <StagePlayer task={task} result={result} />
        )}
      </div>
      <footer className={styles.foot}>
        {count > 1 && <span className="ink-2">{say('{index, number} of {count, number}', { index: result.index + 1, count })}</span>}
        {details !== null && <StarRating stars={details.stars} onChange={giveStars} />}
        <span className="grow" />
        <Button size="small" onClick={open}>
          {say('Open in viewer')}
        </Button>
        <IconButton label={say('Close')} shortcut={shortcutText('quickLook', 'close')} icon="close" size="small" onClick={onClose} />
      </footer>
    </div>
  )
}
