/** Formats minutes since midnight as a 24-hour time. For example, 1320 becomes `22:00`. */
export function formatTimeOfDay(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((figure) => String(figure).padStart(2, '0')).join(':')
}

/**
 * Parses a typed time, such as `22:00`, `22.00`, `2200`, `22`, `7:05` or `10 pm`. Returns minutes since midnight. Null if the text isn't a
 * time.
 */
export function parseTimeOfDay(typed: string): number | null {
  const [, hours, minutes = '0', half] = /^(\d{1,2})(?:[:.h ]?([0-5]\d))? ?([ap]m)?$/.exec(typed.trim().toLowerCase()) ?? []
  if (hours === undefined) return null
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), half)
  return hour === null || hour > 23 ? null : hour * 60 + Number(minutes)
}

function hourOf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half === 'pm' ? 12 : 0)
}
