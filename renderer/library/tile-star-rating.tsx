import type { MouseEvent } from 'react'
import type { Stars } from '../../shared/library/library.ts'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './tile-star-rating.module.css'

const maxStars = 5

/**
 * Five stars on a tile, for rating with the pointer. On the keyboard, the digit keys do the same. Pressing the current rating clears the
 * rating.
 */
export function TileStarRating({ stars, onStars }: { readonly stars: Stars; readonly onStars: (stars: Stars) => void }) {
  const stop = (event: MouseEvent): void => event.stopPropagation()
  return (
    <span className={styles.stars}>
      {Array.from({ length: maxStars }, (_, place) => {
        const count = (place + 1) as Stars
        return (
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
        )
      })}
    </span>
  )
}
