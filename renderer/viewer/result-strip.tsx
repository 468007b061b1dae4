import type { ReactNode, Ref } from 'react'
import type { Medium } from '../../shared/form/json-schema.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { TaskResult } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'
import { showInViewer } from '../navigation/route.ts'
import { ImageBadge } from '../ui/chip.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { ImageFrame } from '../ui/image-frame.tsx'
import { useRaiseToasts } from '../ui/use-raise-toasts.ts'
import type { ResultSource } from './result-sources.ts'
import type { Neighbour } from './neighbours.ts'
import styles from './result-strip.module.css'

/**
 * The outputs of a task side by side, then its sources. Sources of the same medium can be compared with the result. For a single output,
 * `nearby` has the results before and after it.
 */
export function ResultStrip({
  rowRef,
  results,
  nearby,
  shownId,
  sources,
  medium,
  beforeKey,
  onCompareWith,
  end
}: {
  readonly rowRef: Ref<HTMLDivElement>
  readonly results: readonly TaskResult[]
  readonly nearby: readonly Neighbour[]
  readonly shownId: string
  readonly sources: readonly ResultSource[]
  /** Medium of the result. Only sources of the same medium can be compared with it. */
  readonly medium: Medium
  /** Key of the source to compare with the result. Null if comparing isn't possible now. */
  readonly beforeKey: string | null
  readonly onCompareWith: (source: ResultSource) => void
  /** Content at the end of the row. */
  readonly end: ReactNode
}) {
  useRaiseToasts()
  const hasRun = results.length > 1
  const hasNearby = !hasRun && nearby.length > 1
  return (
    <div ref={rowRef} className={styles.row}>
      <span />
      {hasRun || hasNearby || sources.length > 0 ? (
        <nav aria-label={hasNearby ? say('Nearby results') : say('Results from this task')} className={styles.strip}>
          {hasRun &&
            results.map((result) => (
              <ResultButton
                key={result.id}
                {...result}
                label={say('Result {index}', { index: result.index + 1 })}
                number={result.index + 1}
                isShown={result.id === shownId}
              />
            ))}
          {hasNearby &&
            nearby.map((one) => <ResultButton key={one.id} {...one} label={one.title} number={null} isShown={one.id === shownId} />)}
          {(hasRun || hasNearby) && sources.length > 0 && <span className={styles.between} />}
          {sources.map((source) => (
            <SourceButton
              key={source.key}
              source={source}
              isBefore={source.key === beforeKey}
              onPress={beforeKey === null || source.media.facts.medium !== medium ? null : () => onCompareWith(source)}
            />
          ))}
        </nav>
      ) : (
        <span className={styles.strip} />
      )}
      <div className={styles.end}>{end}</div>
    </div>
  )
}

function ResultButton({
  id,
  medium,
  label,
  number,
  isShown
}: {
  readonly id: string
  readonly medium: Medium
  readonly label: string
  /** Number shown on the image. Null to show none. */
  readonly number: number | null
  readonly isShown: boolean
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={isShown}
      title={number === null ? label : undefined}
      className={styles.one}
      onClick={() => showInViewer(id)}
    >
      <MediaCover medium={medium} thumbnail={mediaPaths.thumbnail(id)} source={mediaPaths.result(id)} className={styles.picture} />
      {number !== null && (
        <span className={styles.number}>
          <ImageBadge>{number}</ImageBadge>
        </span>
      )}
    </button>
  )
}

function SourceButton({
  source,
  isBefore,
  onPress
}: {
  readonly source: ResultSource
  readonly isBefore: boolean
  readonly onPress: (() => void) | null
}) {
  const { facts, previewUrl } = source.media
  const content = (
    <>
      <ImageFrame
        src={facts.medium === 'image' ? previewUrl : null}
        icon={facts.medium ?? 'file'}
        alt={say('Made from {name}', { name: facts.name })}
        className={styles.input}
      />
      <span className={styles.sourceName}>
        <ImageBadge>
          <span dir="auto" className="cut">
            {source.name}
          </span>
        </ImageBadge>
      </span>
    </>
  )
  if (onPress === null) return <span className={`${styles.one} ${styles.source}`}>{content}</span>
  return (
    <button
      type="button"
      aria-label={say('Compare with {name}', { name: source.name })}
      aria-pressed={isBefore}
      className={`${styles.one} ${styles.source}`}
      onClick={onPress}
    >
      {content}
    </button>
  )
}
