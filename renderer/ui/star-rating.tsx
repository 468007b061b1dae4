import { say } from '../../shared/i18n/say.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './star-rating.module.css'

type Stars = 0 | 1 | 2 | 3 | 4 | 5

const all = [1, 2, 3, 4, 5] as const satisfies readonly Stars[]

/**
 * Buttons for a rating of one to five stars. Pressing the current rating clears the rating. `media` is for a rating on an image. Tab skips
 * its stars, because a page can have many, and the digit keys do the same.
 */
export function StarRating({
  stars,
  variant = 'plain',
  onChange
}: {
  readonly stars: Stars
  readonly variant?: 'plain' | 'media'
  readonly onChange: (stars: Stars) => void
}) {
  return (
    <div
      role="group"
      aria-label={stars === 0 ? say('Rating: none') : say('Rating: {stars}', { stars })}
      className={classNames(styles.stars, variant === 'media' && styles.media)}
    >
      {all.map((count) => (
        <button
          key={count}
          type="button"
          aria-label={count === stars ? say('Clear rating') : count === 1 ? say('1 star') : say('{count} stars', { count })}
          aria-pressed={count === stars}
          tabIndex={variant === 'media' ? -1 : undefined}
          className={classNames(styles.star, count <= stars && styles.given)}
          onClick={() => onChange(count === stars ? 0 : count)}
        >
          <Icon name="star" size={variant === 'media' ? 's' : 'm'} filled={count <= stars} />
        </button>
      ))}
    </div>
  )
}
