import type { MouseEvent } from 'react'
import type { Stars } from '../../shared/library.ts'
import { say } from '../../shared/words/say.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './star-row.module.css'

const mostStars = 5

/** Five stars on a picture, for the pointer; by keyboard the digits do the same. The number that is there already takes them away. */
export function StarRow({ stars, onStars }: { readonly stars: Stars; readonly onStars: (stars: Stars) => void }) {
  const stop = (event: MouseEvent): void => event.stopPropagation()
  return (
    <span className={styles.stars}>
      {Array.from({ length: mostStars }, (_, place) => {
        const count = (place + 1) as Stars
        return (
          <button
            key={count}
            type="button"
            tabIndex={-1}
            title={count === stars ? say('No stars') : count === 1 ? say('1 star') : say('{count} stars', { count })}
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
