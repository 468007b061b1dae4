import type { MediaField } from '../fields.ts'
import { isEmptyValue, valueNamed, withValueNamed } from '../fields.ts'
import type { Value, Values } from '../values.ts'
import type { BatchRow } from './batch-row.ts'

/**
 * Creates one row per file. A file's `name` is relative to the folder. In a field for a single file, the file replaces the form's value. In
 * a list, the file is appended. A reference that all rows share therefore stays "image 1".
 */
export function rowsFromFiles(
  values: Values,
  field: MediaField,
  files: readonly { readonly name: string; readonly path: string }[]
): readonly BatchRow[] {
  const held = valueNamed(values, field.name)
  const before: readonly Value[] = held === undefined || isEmptyValue(held) ? [] : Array.isArray(held) ? (held as readonly Value[]) : [held]
  return files.map(({ name, path }) => {
    const file = { file: path }
    return {
      name: { code: 'text', params: { text: name } },
      values: withValueNamed(values, field.name, field.isMany ? [...before, file] : file),
      unread: []
    }
  })
}
