import { isFileReference, type Value } from './values.ts'

/** Returns the last part of a path, from any system. Trailing separators are ignored. */
export function fileNameOf(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? ''
}

/** Reduces each local file in a value to its name. Everything else stays unchanged. */
export function withFileNames<Given extends Value>(value: Given): Given {
  // The result has the shape of `value`, because only strings inside file references change.
  return reduce(value) as Given
}

function reduce(value: Value): Value {
  if (isFileReference(value)) return { file: fileNameOf(value.file) }
  if (Array.isArray(value)) return value.map(reduce)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, reduce(inner)]))
}
