import type { JsonRecord } from './json-fields.ts'
import { isJsonRecord } from './json-fields.ts'

const maxDepth = 8
const maxUrls = 200
/** Keys that may contain result URLs if the declared field is missing. */
const resultKey = /(?:urls?|results?|outputs?|images|videos|audios|models)$/i
/** Keys under which a response repeats the request's inputs. Their URLs are never results. */
const inputKey = /^(?:inputs?|params|parameters|request|payload|arguments|args)$/i
const echoKey = /^(?:target|reference|source|input|callback|webhook)/i

/**
 * Returns the result URLs of a query response, in order, without duplicates. They come from the first of these sources that has any:
 * 1. The capability's declared field, then `result`, then the spec's `imageUrl`. Each is searched in `data` and then at the top level.
 * 2. The declared field at any depth.
 * 3. Every key that is named like a result.
 *
 * A field with one URL may have a list beside it (`imageUrl` and `imageUrls`). Both then contain outputs of the same task.
 */
export function resultUrls(body: JsonRecord, resultField: string): readonly string[] {
  const data = body['data']
  const records = [...(Array.isArray(data) ? data : [data]).filter(isJsonRecord), body]
  for (const field of [resultField, 'result', 'imageUrl']) {
    for (const record of records) {
      const urls = outputsOf(record, field, body)
      if (urls.length > 0) return urls
    }
  }
  const deeper: string[] = []
  collectNamed(body, resultField.toLowerCase(), deeper, 0)
  if (deeper.length > 0) return distinct(deeper)
  const named: string[] = []
  collectLikely(data, named, 0)
  collectLikely(Object.fromEntries(Object.entries(body).filter(([key]) => key !== 'data')), named, 0)
  return distinct(named)
}

/**
 * Returns the URLs in `field`, merged with its plural or singular sibling. If `body` has a longer list that contains all of them, returns
 * that list.
 */
function outputsOf(record: JsonRecord, field: string, body: JsonRecord): readonly string[] {
  const own = urlsIn(valueOf(record, field))
  if (own.length === 0) return own
  const sibling = urlsIn(valueOf(record, /s$/i.test(field) ? field.slice(0, -1) : `${field}s`))
  const urls = own.length >= sibling.length ? joined(sibling, own) : joined(own, sibling)
  return longestListWith(urls, body, 0)
}

function valueOf(record: JsonRecord, field: string): unknown {
  if (field in record) return record[field]
  const lower = field.toLowerCase()
  const key = Object.keys(record).find((name) => name.toLowerCase() === lower)
  return key === undefined ? undefined : record[key]
}

/** Returns `list`, preceded by the members of `few` that `list` doesn't contain. */
function joined(few: readonly string[], list: readonly string[]): readonly string[] {
  return distinct([...few.filter((url) => !holds(list, url)), ...list])
}

/**
 * True if `list` contains `url`. One file may have several signed URLs that differ only in the query. The query is therefore ignored,
 * unless URLs in `list` also differ only in the query.
 */
function holds(list: readonly string[], url: string): boolean {
  if (list.includes(url)) return true
  const paths = list.map(withoutQuery)
  return new Set(paths).size === paths.length && paths.includes(withoutQuery(url))
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

function longestListWith(urls: readonly string[], value: unknown, depth: number): readonly string[] {
  if (depth > maxDepth) return urls
  if (Array.isArray(value)) {
    const list = distinct(urlsIn(value))
    if (list.length > urls.length && urls.every((url) => holds(list, url))) return list
    return value.reduce<readonly string[]>((longest, entry) => longestListWith(longest, entry, depth + 1), urls)
  }
  if (!isJsonRecord(value)) return urls
  let longest = urls
  for (const key in value) {
    const inner = value[key]
    if (typeof inner === 'object' && inner !== null && !inputKey.test(key) && !echoKey.test(key))
      longest = longestListWith(longest, inner, depth + 1)
  }
  return longest
}

/**
 * Returns the URLs in a result field's value. The value may be a string, a list or an object. An object has `url` or keys named like
 * results.
 */
function urlsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') {
    const url = value.trim()
    return /^https?:\/\/[^\s/]/i.test(url) && URL.canParse(url) ? [url] : []
  }
  if (depth > maxDepth) return []
  if (Array.isArray(value)) return value.slice(0, maxUrls).flatMap((entry) => urlsIn(entry, depth + 1))
  if (!isJsonRecord(value)) return []
  const url = urlsIn(value['url'], depth + 1)
  if (url.length > 0) return url
  const found: string[] = []
  collectLikely(value, found, depth + 1)
  return found
}

function collectNamed(value: unknown, field: string, found: string[], depth: number): void {
  if (depth > maxDepth || found.length >= maxUrls) return
  if (Array.isArray(value)) for (const entry of value) collectNamed(entry, field, found, depth + 1)
  else if (isJsonRecord(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (inputKey.test(key)) continue
      if (key.toLowerCase() === field) found.push(...urlsIn(inner))
      else collectNamed(inner, field, found, depth + 1)
    }
  }
}

function collectLikely(value: unknown, found: string[], depth: number): void {
  if (depth > maxDepth || found.length >= maxUrls) return
  if (Array.isArray(value)) for (const entry of value) collectLikely(entry, found, depth + 1)
  else if (isJsonRecord(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (inputKey.test(key) || echoKey.test(key)) continue
      const urls = resultKey.test(key) ? urlsIn(inner, depth + 1) : []
      if (urls.length > 0) found.push(...urls)
      else if (typeof inner === 'object') collectLikely(inner, found, depth + 1)
    }
  }
}

function distinct(urls: readonly string[]): readonly string[] {
  return [...new Set(urls)].slice(0, maxUrls)
}
