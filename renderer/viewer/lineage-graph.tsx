import { mediaPaths } from '../../shared/media-paths.ts'
import { say } from '../../shared/words/say.ts'
import { MediaCover } from '../ui/media-cover.tsx'
import type { Lineage } from './lineage.ts'
import type { FoundResult } from './neighbours.ts'
import styles from './lineage-graph.module.css'

/** More of a side are told as a number. */
const mostShown = 4

/** Where a result stands among others: what it was made from above it, what was made from it below. */
export function LineageGraph({
  lineage,
  shown,
  onShow
}: {
  readonly lineage: Lineage
  readonly shown: FoundResult
  readonly onShow: (itemId: string) => void
}) {
  const { parents, children } = lineage
  if (parents.length === 0 && children.length === 0) return null
  return (
    <section aria-label={say('Where it comes from and what became of it')} className={styles.graph}>
      <Side title={say('Made from')} all={parents} onShow={onShow} />
      {parents.length > 0 && <Branches count={Math.min(parents.length, mostShown)} isUpwards />}
      <span className={styles.own}>
        <Cover {...shown} />
      </span>
      {children.length > 0 && <Branches count={Math.min(children.length, mostShown)} isUpwards={false} />}
      <Side title={say('Used for')} all={children} onShow={onShow} />
    </section>
  )
}

function Side({
  title,
  all,
  onShow
}: {
  readonly title: string
  readonly all: readonly FoundResult[]
  readonly onShow: (itemId: string) => void
}) {
  if (all.length === 0) return null
  const more = all.length - mostShown
  return (
    <ul aria-label={title} className={styles.side}>
      {all.slice(0, mostShown).map((one) => (
        <li key={one.result.id}>
          <button
            type="button"
            aria-label={`${title}: ${one.task.title}`}
            title={`${title}: ${one.task.title}`}
            className={styles.one}
            onClick={() => onShow(one.result.id)}
          >
            <Cover {...one} />
          </button>
        </li>
      ))}
      {more > 0 && <li className="small ink-3">{say('and {more} more', { more })}</li>}
    </ul>
  )
}

function Cover({ result }: FoundResult) {
  return (
    <MediaCover
      medium={result.medium}
      thumbnail={mediaPaths.thumbnail(result.id)}
      source={mediaPaths.result(result.id)}
      className={styles.cover}
    />
  )
}

/** In lengths of the drawing, which is as wide as four covers. */
const step = 64

/** Lines from the one in the middle to each of a side. */
function Branches({ count, isUpwards }: { readonly count: number; readonly isUpwards: boolean }) {
  const middle = (mostShown * step) / 2
  const [from, to] = isUpwards ? [20, 0] : [0, 20]
  return (
    <svg viewBox={`0 0 ${mostShown * step} 20`} aria-hidden="true" className={styles.branches}>
      {Array.from({ length: count }, (_, place) => {
        const x = middle + (place - (count - 1) / 2) * step
        return <path key={x} d={`M${middle} ${from}C${middle} 10 ${x} 10 ${x} ${to}`} />
      })}
    </svg>
  )
}
