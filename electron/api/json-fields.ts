/** An object in a response whose fields haven't been checked yet. */
export type JsonRecord = { readonly [name: string]: unknown }

export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The trimmed text. Null if the value isn't a string or is empty. */
export function asText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' ? null : text
}

/** An identifier: a text, or a whole number converted to text. */
export function asId(value: unknown): string | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : asText(value)
}

/** A finite number, even if it is written as text. */
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

/** The first field that can be read: names in order, and for each name the records in order. */
export function firstField<T>(records: readonly JsonRecord[], names: readonly string[], read: (value: unknown) => T | null): T | null {
  for (const name of names) {
    for (const record of records) {
      const value = read(record[name])
      if (value !== null) return value
    }
  }
  return null
}
