import { type BaseUrl, parseBaseUrl } from '../../../electron/service/base-url.ts'

/** Parses a base URL. @throws if it is invalid. */
export function baseUrlOf(text: string): BaseUrl {
  const parsed = parseBaseUrl(text)
  if (!parsed.ok) throw new Error(parsed.sentence)
  return parsed.baseUrl
}
