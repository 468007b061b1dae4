import { currentLocale, say } from '../../shared/i18n/say.ts'

/** Formats a duration: "0:38", "12:05" or "1:02:11". Negative durations count as zero. */
export function formatDuration(durationInMs: number): string {
  const seconds = Math.max(0, Math.floor(durationInMs / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const two = (figure: number): string => String(figure).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/**
 * Formats a duration with units: "38 s", "12 min 5 s" or "1 h 2 min". From one hour on, seconds are omitted. For use in sentences, where
 * "0:38" could be a time of day. Negative durations count as zero.
 */
export function formatDurationWithUnits(durationInMs: number): string {
  const total = Math.max(0, Math.round(durationInMs / 1000))
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  const parts = [
    ...(hours > 0 ? [say('{hours, number} h', { hours })] : []),
    ...(minutes > 0 ? [say('{minutes, number} min', { minutes })] : []),
    ...(hours === 0 && (seconds > 0 || minutes === 0) ? [say('{seconds, number} s', { seconds })] : [])
  ]
  return parts.join(' ')
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** Formats a size: "41 MB", "3.1 MB" or "812 bytes". Units are powers of 1024, like the service's limits. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const figure = bytes / 1024 ** power
  const text = power === 0 || figure >= 10 ? String(Math.round(figure)) : figure.toFixed(1)
  return power === 0 ? say('{count, plural, one {# byte} other {# bytes}}', { count: text }) : `${text} ${units[power] ?? ''}`
}

/** Formats a number with the locale's separators, such as "12,408". */
export function formatCount(count: number): string {
  return count.toLocaleString(currentLocale())
}

/** Formats credits with their unit: "1 credit" or "42 credits". */
export function formatCredits(credits: number): string {
  return say('{credits, plural, one {# credit} other {# credits}}', { credits })
}

/** Formats a time as "14:06", in local time. `at` is in milliseconds since 1970. */
export function formatTime(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes()].map((figure) => String(figure).padStart(2, '0')).join(':')
}

/** Formats a time with seconds, such as "14:06:07", in local time. `at` is in milliseconds since 1970. */
export function formatTimeWithSeconds(at: number): string {
  return `${formatTime(at)}:${String(new Date(at).getSeconds()).padStart(2, '0')}`
}

/** Joins a formatted day and a formatted time, such as "20 Nov, 14:06". */
export function joinDayAndTime(day: string, time: string): string {
  return say('{day}, {time}', { day, time })
}

/** Formats a day as "20 Nov", in local time. Adds the year if it isn't the year of `now`. Both are in milliseconds since 1970. */
export function formatDay(at: number, now: number): string {
  const date = new Date(at)
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return date.toLocaleDateString(
    currentLocale(),
    isThisYear ? { day: 'numeric', month: 'short' } : { day: 'numeric', month: 'short', year: 'numeric' }
  )
}

export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}

/** Formats a size in pixels, such as "1792 × 1344". */
export function formatPixelSize(width: number, height: number): string {
  return `${width} × ${height}`
}

/**
 * Formats the time since `at`, such as "just now" or "12 min ago". After an hour, returns the time on the same day ("14:06"), else the day
 * ("20 Nov"). If a clock was wrong, `at` can be in the future. It is then also formatted as a time or day.
 */
export function formatTimeAgo(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes >= -1 && minutes < 1) return say('just now')
  if (minutes >= 1 && minutes < 60) return say('{minutes} min ago', { minutes })
  return isSameDay(at, now) ? formatTime(at) : formatDay(at, now)
}
