/** A minute of the day as a time field has it: 1320 is `22:00`. */
export function timeOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((figure) => String(figure).padStart(2, '0')).join(':')
}

/** The other way; null: the field is not filled in. Seconds are left out. */
export function minuteOf(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? []
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes)
}
