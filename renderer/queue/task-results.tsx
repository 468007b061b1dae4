import { mediaPaths } from '../../shared/library/media-paths.ts'
import { say } from '../../shared/i18n/say.ts'
import type { Task, TaskResult } from '../../shared/task/task.ts'
import { navigate } from '../navigation/route.ts'
import { MediaCover } from '../ui/media-cover.tsx'
import styles from './task-results.module.css'

/** The results of a task side by side, in their own shapes. Each opens in the viewer. Renders nothing if there are no results. */
export function TaskResults({ task: { results } }: { readonly task: Task }) {
  if (results.length === 0) return null
  return (
    <ul aria-label={say('Results from this task')} className={styles.results}>
      {results.map((result) => (
        <li key={result.id}>
          <button
            type="button"
            aria-label={say('Result {index}', { index: result.index + 1 })}
            className={styles.result}
            onClick={() => navigate({ view: 'viewer', itemId: result.id })}
          >
            <MediaCover
              medium={result.medium}
              thumbnail={mediaPaths.thumbnail(result.id)}
              source={mediaPaths.result(result.id)}
              className={styles.cover}
              style={{ aspectRatio: aspectRatio(result) }}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Returns the aspect ratio of an image, limited so that a very long image stays recognisable. Other media are shown in 16:9 or 1:1. */
function aspectRatio({ medium, width, height }: TaskResult): number {
  if (width !== null && height !== null && height > 0) return Math.min(2.4, Math.max(0.5, width / height))
  return medium === 'video' || medium === 'audio' ? 16 / 9 : 1
}
