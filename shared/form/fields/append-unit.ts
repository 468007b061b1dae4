/** Returns a formatted number with its unit, such as "3 seconds" or "60%". `unit`: null if the number doesn't have a unit. */
export function appendUnit(figure: string, unit: string | null): string {
  if (unit === null) return figure
  return unit === '%' ? `${figure}%` : `${figure} ${unit}`
}
