import type { Stars } from '../../shared/library.ts'
import { say } from '../../shared/words/say.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './stars-choice.module.css'

const all = [1, 2, 3, 4, 5] as const satisfies readonly Stars[]

/** One to five stars. The number that is there already takes them away. */
export function StarsChoice({ stars, onChange }: { readonly stars: Stars; readonly onChange: (stars: Stars) => void }) {
  return (
    <div role="group" aria-label={stars === 0 ? say('Stars: none') : say('Stars: {stars}', { stars })} className={styles.stars}>
      {all.map((count) => (
        <button
          key={count}
          type="button"
          aria-label={count === stars ? say('Take the stars away') : count === 1 ? say('1 star') : say('{count} stars', { count })}
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
