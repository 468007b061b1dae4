import type { Value } from '../values.ts'
import { isMediaReference } from '../values.ts'

/** Placeholder for the URL that a file gets when it is uploaded. Schema errors about the placeholder are ignored. */
export const placeholderUrl = 'https://storage.invalid/file'

/** Replaces every file in a JSON value with the placeholder URL. */
export function withPlaceholderUrls(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (isMediaReference(value)) return placeholderUrl
  if (Array.isArray(value)) return value.map(withPlaceholderUrls)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPlaceholderUrls(item)]))
}
