import type { MouseEvent } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from './class-names.ts'
import styles from './tile-star-rating.module.css'

type Stars = 0 | 1 | 2 | 3 | 4 | 5

const all = [1, 2, 3, 4, 5] as const satisfies readonly Stars[]

/**
 * Five stars on a tile, for rating with the pointer. On the keyboard, the digit keys do the same. Pressing the current rating clears the
 * rating.
 */
export function TileStarRating({ stars, onStars }: { readonly stars: Stars; readonly onStars: (stars: Stars) => void }) {
  const stop = (event: MouseEvent): void => event.stopPropagation()
  return (
    <span className={styles.stars}>
      {all.map((count) => (
        <button
          key={count}
          type="button"
          tabIndex={-1}
          title={count === stars ? say('No rating') : count === 1 ? say('1 star') : say('{count} stars', { count })}
          className={classNames(styles.star, count <= stars && styles.given)}
          onDoubleClick={stop}
          onClick={(event) => {
            stop(event)
            onStars(count === stars ? 0 : count)
          }}
        >
          ★
        </button>
      ))}
    </span>
  )
}
