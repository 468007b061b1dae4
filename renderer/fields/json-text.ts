import type { Value } from '../../shared/values.ts'

/** What a JSON box holds: a value, or why the text is none yet. */
export type ReadJson = { readonly ok: true; readonly value: Value | undefined } | { readonly ok: false; readonly why: string }

/** Empty text is no value. `why` tells line and column where the engine knows them. */
export function readJson(text: string): ReadJson {
  if (text.trim() === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(text) as Value }
  } catch (error) {
    return { ok: false, why: `This is not JSON yet${placeOfError(text, error)}.` }
  }
}

/** A value as it is put into the box. Text that is not JSON came from the box and goes back as it is. */
export function jsonText(value: Value | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string' && !readJson(value).ok) return value
  return JSON.stringify(value, null, 2)
}

function placeOfError(text: string, error: unknown): string {
  const place = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined
  if (place === undefined) return ''
  const before = text.slice(0, Number(place)).split('\n')
  return `: look at line ${before.length}, character ${(before.at(-1)?.length ?? 0) + 1}`
}
