import { currentLocale, say } from '../../shared/i18n/say.ts'

/** Returns the local calendar day of a time as text, such as "2026-11-20". `at` is in milliseconds since 1970. */
export function localDay(at: number): string {
  const date = new Date(at)
  const two = (figure: number): string => String(figure).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/**
 * Returns the heading of a day: "Today", "Yesterday", "Wednesday" within a week, or "Friday 6 November". Adds the year if it isn't the
 * current year. `day` has the format 2026-11-20.
 */
export function dayHeadingText(day: string, now: number): string {
  const date = midnightOf(day)
  const daysAgo = Math.round((midnightOf(localDay(now)).getTime() - date.getTime()) / 86_400_000)
  if (daysAgo === 0) return say('Today')
  if (daysAgo === 1) return say('Yesterday')
  if (daysAgo > 1 && daysAgo < 7) return date.toLocaleDateString(currentLocale(), { weekday: 'long' })
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return date
    .toLocaleDateString(currentLocale(), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(isThisYear ? {} : { year: 'numeric' })
    })
    .replace(',', '')
}

/** Returns the name of a month, such as "November". Adds the year if it isn't the current year. `month` has the format 2026-11. */
export function monthText(month: string, now: number): string {
  const date = midnightOf(`${month}-01`)
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return date.toLocaleDateString(currentLocale(), { month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) })
}

/**
 * Returns the start of a month and of the next month, in milliseconds since 1970. `month` has the format 2026-11, in local time. `until` is
 * exclusive.
 */
export function monthTimeRange(month: string): { readonly from: number; readonly until: number } {
  const from = midnightOf(`${month}-01`)
  return { from: from.getTime(), until: new Date(from.getFullYear(), from.getMonth() + 1, 1).getTime() }
}

function midnightOf(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}
