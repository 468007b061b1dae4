import type { Value } from '../values.ts'
import { isMediaReference } from '../values.ts'

/** Stands for the URL that a file will have; what only that URL could break is not judged before it is known. */
export const standInUrl = 'https://storage.invalid/file'

/** JSON with the stand-in for every file in it. */
export function withStandIns(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (isMediaReference(value)) return standInUrl
  if (Array.isArray(value)) return value.map(withStandIns)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withStandIns(item)]))
}
