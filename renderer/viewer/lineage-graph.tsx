import { mediaPaths } from '../../shared/library/media-paths.ts'
import { say } from '../../shared/i18n/say.ts'
import { showInViewer } from '../navigation/route.ts'
import { MediaCover } from '../ui/media-cover.tsx'
import type { Lineage } from './lineage.ts'
import type { ResultWithTask } from './neighbours.ts'
import styles from './lineage-graph.module.css'

/** Maximum number of items shown per side. The remaining items are shown as a count. */
const maxShown = 4

/** A result with its sources above it and the results made from it below. */
export function LineageGraph({ lineage, shown }: { readonly lineage: Lineage; readonly shown: ResultWithTask }) {
  const { parents, children } = lineage
  if (parents.length === 0 && children.length === 0) return null
  return (
    <section aria-label={say('Sources and derived results')} className={styles.graph}>
      <Side title={say('Made from')} all={parents} isAbove />
      {parents.length > 0 && <Branches count={Math.min(parents.length, maxShown)} isUpwards />}
      <span className={styles.own}>
        <Cover {...shown} />
      </span>
      {children.length > 0 && <Branches count={Math.min(children.length, maxShown)} isUpwards={false} />}
      <Side title={say('Used in')} all={children} isAbove={false} />
    </section>
  )
}

function Side({
  title,
  all,
  isAbove
}: {
  readonly title: string
  readonly all: readonly ResultWithTask[]
  /** True if the side is above the result. The side's title is then on top. */
  readonly isAbove: boolean
}) {
  if (all.length === 0) return null
  const more = all.length - maxShown
  return (
    <>
      {isAbove && <Title>{title}</Title>}
      <ul aria-label={title} className={styles.side}>
        {all.slice(0, maxShown).map((one) => (
          <li key={one.result.id}>
            <button
              type="button"
              aria-label={`${title}: ${one.task.title}`}
              title={`${title}: ${one.task.title}`}
              className={styles.one}
              onClick={() => showInViewer(one.result.id)}
            >
              <Cover {...one} />
            </button>
          </li>
        ))}
        {more > 0 && <li className="small ink-3">{say('and {more} more', { more })}</li>}
      </ul>
      {!isAbove && <Title>{title}</Title>}
    </>
  )
}

/** Hidden from screen readers, because the list has the same name. */
function Title({ children }: { readonly children: string }) {
  return (
    <span aria-hidden="true" className="small ink-3">
      {children}
    </span>
  )
}

function Cover({ result }: ResultWithTask) {
  return (
    <MediaCover
      medium={result.medium}
      thumbnail={mediaPaths.thumbnail(result.id)}
      source={mediaPaths.result(result.id)}
      className={styles.cover}
    />
  )
}

/** Width of a cover in SVG units. The drawing is as wide as `maxShown` covers. */
const step = 64

/** Curves that connect the result to each item on one side. */
function Branches({ count, isUpwards }: { readonly count: number; readonly isUpwards: boolean }) {
  const middle = (maxShown * step) / 2
  const [from, to] = isUpwards ? [20, 0] : [0, 20]
  return (
    <svg viewBox={`0 0 ${maxShown * step} 20`} aria-hidden="true" className={styles.branches}>
      {Array.from({ length: count }, (_, place) => {
        const x = middle + (place - (count - 1) / 2) * step
        return <path key={x} d={`M${middle} ${from}C${middle} 10 ${x} 10 ${x} ${to}`} />
      })}
    </svg>
  )
}
