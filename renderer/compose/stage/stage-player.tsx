import type { KeyboardEvent } from 'react'
import { Suspense } from 'react'
import { say } from '../../../shared/i18n/say.ts'
import type { Task, TaskResult } from '../../../shared/task/task.ts'
import { isHandledByControl } from '../../players/is-handled-by-control.ts'
import { shortcutText } from '../../shortcuts/shortcut-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyView } from '../../ui/lazy-view.tsx'
import { useToast } from '../../ui/toasts.tsx'

const ResultPlayer = lazyView(async () => (await import('./result-player.tsx')).ResultPlayer)

const ResultTilePlayer = lazyView(async () => (await import('./result-player.tsx')).ResultTilePlayer)

type PlayedOutput = { readonly task: Task; readonly result: TaskResult }

/** Plays a result in place. The players' code is loaded when a result first needs it. */
export function StagePlayer(props: PlayedOutput) {
  return (
    <Suspense fallback={null}>
      <ResultPlayer {...props} />
    </Suspense>
  )
}

/** Plays a result in its tile. Escape closes the player. `id`, `tabIndex` and `label` are for the button that opens the result. */
export function StageTilePlayer({
  task,
  result,
  label,
  id,
  tabIndex,
  outputKey,
  onFocus,
  onOpen,
  onClose
}: PlayedOutput & {
  readonly label: string
  readonly id: string
  readonly tabIndex: number
  readonly outputKey: string
  readonly onFocus: () => void
  readonly onOpen: () => void
  readonly onClose: () => void
}) {
  const toast = useToast()
  function fail(): void {
    onClose()
    toast({ title: say('This file couldn’t be played.'), description: say('Open it to see the reason.'), tone: 'failed', icon: 'warning' })
  }
  function pressKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && event.target === event.currentTarget) onOpen()
    // Keeps the stage's own shortcuts, such as the arrow keys, from handling the key as well.
    else if (!isHandledByControl(event.nativeEvent)) return
    event.stopPropagation()
  }
  return (
    <Suspense fallback={null}>
      <ResultTilePlayer
        task={task}
        result={result}
        data-output={outputKey}
        aria-label={say('Playback controls for {name}', { name: task.title })}
        onFocus={onFocus}
        onKeyDown={pressKey}
        onMissing={fail}
        corner={
          <>
            <IconButton id={id} tabIndex={tabIndex} label={label} icon="full-screen" variant="media" size="small" onClick={onOpen} />
            <IconButton
              label={say('Close')}
              shortcut={shortcutText('largeView', 'close')}
              icon="close"
              variant="media"
              size="small"
              onClick={onClose}
            />
          </>
        }
      />
    </Suspense>
  )
}
