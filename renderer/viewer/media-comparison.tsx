import type { ReactNode } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { ImageBadge } from '../ui/chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import styles from './compare-view.module.css'
import type { ResultWithTask } from './neighbours.ts'
import { UndisplayableStage } from '../players/undisplayable-stage.tsx'
import { PaneControls } from './pane-controls.tsx'
import { playableFromResult, ResultStage } from '../players/result-stage.tsx'
import { AudioStage } from '../players/audio-stage.tsx'
import { useFileLoadError } from '../players/use-file-load-error.ts'
import { useFileActions } from '../media/use-file-actions.ts'
import { useResultLocation } from './use-result-location.ts'
import { VideoStage } from '../players/video-stage.tsx'

/** Compares videos or audio tracks, which play in sync with one audible at a time. Compares other media side by side. */
export function MediaComparison({
  shown,
  onRemove
}: {
  readonly shown: readonly ResultWithTask[]
  readonly onRemove: (itemId: string) => void
}) {
  const cornerOf = (place: number): ReactNode => {
    const id = shown[place]?.result.id
    if (id === undefined) return null
    return <PaneControls number={place + 1} itemId={id} at={null} onRemove={shown.length > 2 ? () => onRemove(id) : null} />
  }
  const playables = shown.map(({ task, result }, place) => ({
    ...playableFromResult(task, result),
    name: `${place + 1}: ${task.title}`,
    label: String(place + 1)
  }))
  const isAll = (medium: string): boolean => shown.every(({ result }) => result.medium === medium)
  if (isAll('video')) return <VideoStage clips={playables} onMissing={ignore} cornerOf={cornerOf} />
  if (isAll('audio')) {
    const sounds = shown.map(({ task }, place) => ({ ...playables[place], label: task.title }) as (typeof playables)[number])
    return <AudioStage title={say('Compare')} sounds={sounds} onMissing={ignore} cornerOf={cornerOf} />
  }
  return (
    <div className={styles.others}>
      {shown.map((one, place) => (
        <section key={one.result.id} aria-label={`${place + 1}: ${one.task.title}`} className={styles.other}>
          <One {...one} />
          <span className={styles.number}>
            <ImageBadge>{place + 1}</ImageBadge>
          </span>
          {cornerOf(place)}
        </section>
      ))}
    </div>
  )
}

/** Ignores a missing video or audio file, so its pane stays dark. The viewer of a single result shows a message instead. */
function ignore(): void {}

function One({ task, result }: ResultWithTask) {
  const { trouble, report } = useFileLoadError(result.id)
  const actions = useFileActions()(result.id)
  const location = useResultLocation(trouble === 'missing' ? result : null)
  if (trouble === 'undisplayable')
    return <UndisplayableStage result={result} why={null} onSaveAs={actions.saveAs} onShowInFolder={actions.showInFolder} />
  if (trouble === 'missing')
    return (
      <EmptyState icon="image-off" title={say('The file can’t be found')}>
        {location !== null && say('The file was at {path}.', { path: location })}
      </EmptyState>
    )
  return <ResultStage task={task} result={result} before={null} actions={actions} onMissing={report} onThrough={null} />
}
