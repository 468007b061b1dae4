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
import type { PaneActions } from './use-compare-panes.ts'

/** Shows results side by side. If all are videos, or all are audio, they play in sync. Only one is audible at a time. */
export function MediaComparison({ shown, actions }: { readonly shown: readonly ResultWithTask[]; readonly actions: PaneActions }) {
  const isAll = (medium: string): boolean => shown.every(({ result }) => result.medium === medium)
  const isVideo = isAll('video')
  const cornerOf = (place: number): ReactNode => {
    const one = shown[place]
    return one === undefined ? null : <PaneControls shown={one} number={place + 1} place={isVideo ? 'pane' : 'line'} actions={actions} />
  }
  const press = (place: number): void => {
    const one = shown[place]
    if (one !== undefined) actions.setCurrent(one.result.id)
  }
  const playables = shown.map(({ task, result }, place) => ({
    ...playableFromResult(task, result),
    name: `${place + 1}: ${task.title}`,
    label: null
  }))
  if (isVideo) return <VideoStage clips={playables} onMissing={ignore} cornerOf={cornerOf} onPress={press} />
  if (isAll('audio')) {
    const sounds = playables.map((one, place) => ({ ...one, label: shown[place]?.task.title ?? '' }))
    return <AudioStage title={say('Compare')} sounds={sounds} onMissing={ignore} cornerOf={cornerOf} onPress={press} />
  }
  return (
    <div className={styles.others}>
      {shown.map((one, place) => (
        <section
          key={one.result.id}
          aria-label={`${place + 1}: ${one.task.title}`}
          className={styles.other}
          onPointerDown={() => press(place)}
        >
          <div className={styles.otherHead}>
            <ImageBadge>{place + 1}</ImageBadge>
            <span className="grow" />
            {cornerOf(place)}
          </div>
          <One {...one} />
        </section>
      ))}
    </div>
  )
}

/** Ignores a missing video or audio file. Its pane stays dark. The viewer of a single result shows a message instead. */
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
