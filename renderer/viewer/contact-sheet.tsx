import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { TaskResult } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'
import { ImageBadge } from '../ui/chip.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { ImageFrame } from '../ui/image-frame.tsx'
import styles from './contact-sheet.module.css'

/** All outputs of a task at once, uncropped. A press opens an output. */
export function ContactSheet({
  results,
  title,
  shownId,
  onOpen
}: {
  readonly results: readonly TaskResult[]
  readonly title: string
  readonly shownId: string
  readonly onOpen: (itemId: string) => void
}) {
  const columns = Math.ceil(Math.sqrt(results.length))
  return (
    <div
      role="group"
      aria-label={say('Contact sheet')}
      className={styles.sheet}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {results.map((result) => (
        <button
          key={result.id}
          type="button"
          aria-label={say('Open {title}, {index} of {results}', { index: result.index + 1, results: results.length, title })}
          aria-current={result.id === shownId}
          className={styles.one}
          onClick={() => onOpen(result.id)}
        >
          {result.medium === 'image' ? (
            <ImageFrame src={mediaPaths.result(result.id)} alt="" fit="contain" className={styles.picture} />
          ) : (
            <MediaCover
              medium={result.medium}
              thumbnail={mediaPaths.thumbnail(result.id)}
              source={mediaPaths.result(result.id)}
              className={styles.picture}
            />
          )}
          <span className={styles.number}>
            <ImageBadge>{result.index + 1}</ImageBadge>
          </span>
        </button>
      ))}
    </div>
  )
}
