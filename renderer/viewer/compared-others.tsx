import type { ReactNode } from 'react'
import { useState } from 'react'
import { say } from '../../shared/words/say.ts'
import { Tag } from '../ui/chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import styles from './compare-view.module.css'
import type { FoundResult } from './neighbours.ts'
import { PaneCorner } from './pane-corner.tsx'
import { playableOf, ResultStage } from './result-stage.tsx'
import { SoundStage } from './sound-stage.tsx'
import { useResultDeeds } from './use-result-deeds.ts'
import { VideoStage } from './video-stage.tsx'

/** Clips in step, sounds of which one is heard at a time, or whatever it is beside each other. */
export function ComparedOthers({
  shown,
  onShow,
  onRemove
}: {
  readonly shown: readonly FoundResult[]
  readonly onShow: (itemId: string) => void
  readonly onRemove: (itemId: string) => void
}) {
  const cornerOf = (place: number): ReactNode => {
    const id = shown[place]?.result.id
    if (id === undefined) return null
    return <PaneCorner number={place + 1} at={null} onShow={() => onShow(id)} onRemove={shown.length > 2 ? () => onRemove(id) : null} />
  }
  const playables = shown.map(({ task, result }, place) => ({
    ...playableOf(task, result),
    name: `${place + 1}: ${task.title}`,
    label: String(place + 1)
  }))
  const isAll = (medium: string): boolean => shown.every(({ result }) => result.medium === medium)
  if (isAll('video')) return <VideoStage clips={playables} onMissing={ignore} cornerOf={cornerOf} />
  if (isAll('audio')) {
    const sounds = shown.map(({ task }, place) => ({ ...playables[place], label: task.title }) as (typeof playables)[number])
    return <SoundStage title={say('Compare')} sounds={sounds} onMissing={ignore} cornerOf={cornerOf} />
  }
  return (
    <div className={styles.others}>
      {shown.map((one, place) => (
        <section key={one.result.id} aria-label={`${place + 1}: ${one.task.title}`} className={styles.other}>
          <One {...one} />
          <span className={styles.number}>
            <Tag>{place + 1}</Tag>
          </span>
          {cornerOf(place)}
        </section>
      ))}
    </div>
  )
}

/** A clip or sound whose file is gone stays dark in its place; alone it says so. */
function ignore(): void {}

function One({ task, result }: FoundResult) {
  const [isMissing, setIsMissing] = useState(false)
  const deeds = useResultDeeds(result.id)
  if (isMissing)
    return (
      <EmptyState icon="image-off" title={say('The file is not there')}>
        {say('It was at {path}.', { path: result.path })}
      </EmptyState>
    )
  return <ResultStage task={task} result={result} before={null} deeds={deeds} onMissing={() => setIsMissing(true)} onThrough={null} />
}
