/** A JSON object whose fields haven't been validated yet. */
export type JsonRecord = { readonly [name: string]: unknown }

export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the trimmed string. Null if the value isn't a string, or if it's blank. */
export function asText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' ? null : text
}

/** Returns an identifier as a string. Accepts a string or an integer. Null for any other value. */
export function asId(value: unknown): string | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : asText(value)
}

/** Returns a finite number. Also accepts a number in a string. Null for any other value. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  const text = asText(value)
  if (text === null) return null
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

export function asBoolean(value: unknown): boolean | null {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : null
}

/**
 * Reads the named fields and returns the first result that isn't null. Tries each name in order, in every record. Null if no field can be
 * read.
 */
export function firstField<T>(records: readonly JsonRecord[], names: readonly string[], read: (value: unknown) => T | null): T | null {
  for (const name of names) {
    for (const record of records) {
      const value = read(record[name])
      if (value !== null) return value
    }
  }
  return null
}
