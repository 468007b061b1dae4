import type { DraftMedia } from '../../shared/media-facts.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import type { Result } from '../../shared/task.ts'
import { Tag } from '../ui/chip.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { Pic } from '../ui/pic.tsx'
import styles from './result-strip.module.css'

/** The outputs of one run side by side, and after a line the pictures that it was made from. */
export function ResultStrip({
  results,
  shownId,
  inputs,
  onShow
}: {
  readonly results: readonly Result[]
  readonly shownId: string
  readonly inputs: readonly { readonly name: string; readonly media: DraftMedia }[]
  readonly onShow: (itemId: string) => void
}) {
  if (results.length < 2 && inputs.length === 0) return null
  return (
    <nav aria-label="Results of this run" className={styles.strip}>
      {results.map((result) => (
        <button
          key={result.id}
          type="button"
          aria-label={`Result ${result.index + 1}`}
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
      {inputs.length > 0 && <span className={styles.between} />}
      {inputs.map(({ name, media }) => (
        <span key={`${name} ${media.draft}`} className={styles.one}>
          <Pic
            src={media.facts.medium === 'image' ? media.previewUrl : null}
            icon={media.facts.medium ?? 'file'}
            alt={`Made from ${media.facts.name}`}
            className={styles.input}
          />
          <span className={styles.number}>
            <Tag>{name}</Tag>
          </span>
        </span>
      ))}
    </nav>
  )
}
