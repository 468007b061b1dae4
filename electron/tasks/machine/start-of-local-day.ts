/** Returns the start of the day that contains `at`, in the system's time zone. Both in milliseconds since 1970. */
export function startOfLocalDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}
