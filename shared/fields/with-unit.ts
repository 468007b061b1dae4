/** A formatted number with its unit, if there is one: "3 seconds", "60%". */
export function withUnit(figure: string, unit: string | null): string {
  if (unit === null) return figure
  return unit === '%' ? `${figure}%` : `${figure} ${unit}`
}
