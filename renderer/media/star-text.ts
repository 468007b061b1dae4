import { say } from '../../shared/i18n/say.ts'

/** Returns text such as "3 stars". Empty if there is no rating. */
export function starText(stars: number): string {
  return stars === 0 ? '' : say('{stars, plural, one {# star} other {# stars}}', { stars })
}
