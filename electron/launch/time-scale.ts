/**
 * Returns the factor from `KILN_TIME_SCALE` by which waits between requests are multiplied. End-to-end tests set this variable, so that
 * they don't wait five real seconds for each result. Returns 1 if Kiln is packaged. Also returns 1 unless the variable is a number above 0
 * and at most 1.
 */
export function timeScaleFrom(parts: { readonly environment: NodeJS.ProcessEnv; readonly isPackaged: boolean }): number {
  const scale = Number(parts.environment['KILN_TIME_SCALE'])
  return !parts.isPackaged && scale > 0 && scale <= 1 ? scale : 1
}
