import type { ReactNode } from 'react'
import type { Medium } from '../../shared/json-schema.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import type { Result } from '../../shared/task.ts'
import { say } from '../../shared/words/say.ts'
import { Tag } from '../ui/chip.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { Pic } from '../ui/pic.tsx'
import type { Source } from './made-from.ts'
import styles from './result-strip.module.css'

/** The outputs of one run side by side, and after a line what they were made from. What is of the same medium can be held against it. */
export function ResultStrip({
  results,
  shownId,
  sources,
  medium,
  beforeKey,
  onShow,
  onHoldAgainst,
  start,
  end
}: {
  readonly results: readonly Result[]
  readonly shownId: string
  readonly sources: readonly Source[]
  /** Of the result; what is of the same can be held against it. */
  readonly medium: Medium
  /** Of the source that the result is held against; null: of none. */
  readonly beforeKey: string | null
  readonly onShow: (itemId: string) => void
  readonly onHoldAgainst: (source: Source) => void
  /** What stands at the ends of the row. */
  readonly start: ReactNode
  readonly end: ReactNode
}) {
  return (
    <div className={styles.row}>
      <div className={styles.start}>{start}</div>
      {results.length > 1 || sources.length > 0 ? (
        <nav aria-label={say('Results of this run')} className={styles.strip}>
          {results.length > 1 &&
            results.map((result) => (
              <button
                key={result.id}
                type="button"
                aria-label={say('Result {index}', { index: result.index + 1 })}
                aria-current={result.id === shownId}
                className={styles.one}
                onClick={() => onShow(result.id)}
              >
                <MediaCover
                  medium={result.medium}
                  thumbnail={mediaPaths.thumbnail(result.id)}
                  source={mediaPaths.result(result.id)}
                  className={styles.picture}
                />
                <span className={styles.number}>
                  <Tag>{result.index + 1}</Tag>
                </span>
              </button>
            ))}
          {results.length > 1 && sources.length > 0 && <span className={styles.between} />}
          {sources.map((source) => (
            <SourceButton
              key={source.key}
              source={source}
              isBefore={source.key === beforeKey}
              onPress={beforeKey === null || source.media.facts.medium !== medium ? null : () => onHoldAgainst(source)}
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
  readonly source: Source
  readonly isBefore: boolean
  readonly onPress: (() => void) | null
}) {
  const { facts, previewUrl } = source.media
  const content = (
    <>
      <Pic
        src={facts.medium === 'image' ? previewUrl : null}
        icon={facts.medium ?? 'file'}
        alt={say('Made from {name}', { name: facts.name })}
        className={styles.input}
      />
      <span className={styles.number}>
        <Tag>{source.name}</Tag>
      </span>
    </>
  )
  if (onPress === null) return <span className={styles.one}>{content}</span>
  return (
    <button
      type="button"
      aria-label={say('Hold against {name}', { name: source.name })}
      aria-pressed={isBefore}
      className={styles.one}
      onClick={onPress}
    >
      {content}
    </button>
  )
}
