import { say } from '../../shared/i18n/say.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './star-rating.module.css'

type Stars = 0 | 1 | 2 | 3 | 4 | 5

const all = [1, 2, 3, 4, 5] as const satisfies readonly Stars[]

/** Buttons for a rating of one to five stars. Pressing the current rating clears the rating. */
export function StarRating({ stars, onChange }: { readonly stars: Stars; readonly onChange: (stars: Stars) => void }) {
  return (
    <div role="group" aria-label={stars === 0 ? say('Rating: none') : say('Rating: {stars}', { stars })} className={styles.stars}>
      {all.map((count) => (
        <button
          key={count}
          type="button"
          aria-label={count === stars ? say('Clear rating') : count === 1 ? say('1 star') : say('{count} stars', { count })}
          aria-pressed={count === stars}
          className={classNames(styles.star, count <= stars && styles.given)}
          onClick={() => onChange(count === stars ? 0 : count)}
        >
          <Icon name="star" filled={count <= stars} />
        </button>
      ))}
    </div>
  )
}
