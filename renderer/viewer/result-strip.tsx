import type { ReactNode } from 'react'
import type { Medium } from '../../shared/form/json-schema.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { TaskResult } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'
import { showInViewer } from '../navigation/route.ts'
import { ImageBadge } from '../ui/chip.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { ImageFrame } from '../ui/image-frame.tsx'
import { useRaiseToasts } from '../ui/use-raise-toasts.ts'
import type { ResultSource } from './made-from.ts'
import styles from './result-strip.module.css'

/** The outputs of a task side by side, then its sources. Sources of the same medium can be compared with the result. */
export function ResultStrip({
  results,
  shownId,
  sources,
  medium,
  beforeKey,
  onCompareWith,
  start,
  end
}: {
  readonly results: readonly TaskResult[]
  readonly shownId: string
  readonly sources: readonly ResultSource[]
  /** Medium of the result. Only sources of the same medium can be compared with it. */
  readonly medium: Medium
  /** Key of the source to compare with the result. Null if comparing isn't possible now. */
  readonly beforeKey: string | null
  readonly onCompareWith: (source: ResultSource) => void
  /** Content at the ends of the row. */
  readonly start: ReactNode
  readonly end: ReactNode
}) {
  useRaiseToasts()
  return (
    <div className={styles.row}>
      <div className={styles.start}>{start}</div>
      {results.length > 1 || sources.length > 0 ? (
        <nav aria-label={say('Results from this task')} className={styles.strip}>
          {results.length > 1 &&
            results.map((result) => (
              <button
                key={result.id}
                type="button"
                aria-label={say('Result {index}', { index: result.index + 1 })}
                aria-current={result.id === shownId}
                className={styles.one}
                onClick={() => showInViewer(result.id)}
              >
                <MediaCover
                  medium={result.medium}
                  thumbnail={mediaPaths.thumbnail(result.id)}
                  source={mediaPaths.result(result.id)}
                  className={styles.picture}
                />
                <span className={styles.number}>
                  <ImageBadge>{result.index + 1}</ImageBadge>
                </span>
              </button>
            ))}
          {results.length > 1 && sources.length > 0 && <span className={styles.between} />}
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
