import { open } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Medium } from '../../../shared/form/json-schema.ts'
import type { MediaFacts } from '../../../shared/form/media-facts.ts'
import { isErrorText, withoutProlog } from './error-text.ts'
import { knownExtensions, modelContentTypes } from './known-extensions.ts'
import { textExtension, textContentTypes } from './text-format.ts'
import { decodeFileStart } from './decode-file-start.ts'

export type ResultKind = {
  readonly medium: Medium
  readonly ending: string
  readonly contentType: string
  readonly width: number | null
  readonly height: number | null
}

export type ResultKindInput = {
  readonly facts: MediaFacts
  readonly start: FileStart
  readonly declaredType: string | null
  readonly url: string
  readonly expectedMedium: Medium
}
/** `isWhole`: true if these bytes are the whole file. */
export type FileStart = { readonly bytes: Buffer; readonly isWhole: boolean }

/**
 * Determines the kind of a downloaded file from its bytes. If they are inconclusive, uses the declared type and the URL's extension. The
 * result's extension always comes from a fixed list. Null if the file is an error page or a message. Bytes of an unknown kind are kept,
 * because the user paid for them. Text of an unknown kind is kept only if the server declares it as media.
 */
export function resultKind({ facts, start, declaredType, url, expectedMedium }: ResultKindInput): ResultKind | null {
  if (facts.medium !== null && facts.format !== null) {
    return { medium: facts.medium, ending: facts.format, contentType: facts.contentType, width: facts.width, height: facts.height }
  }
  const type = declaredType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const extension = extensionOf(url)
  const text = decodeFileStart(start.bytes, start.isWhole)
  if (text === null) return unknownKind(start.bytes, type, extension, expectedMedium)
  if (isSvg(text)) return plain('image', 'svg', 'image/svg+xml')
  if (isErrorText(text, start.isWhole)) return null
  const model = Object.keys(modelContentTypes).find((known) => known === extension || modelContentTypes[known] === type)
  if (model !== undefined) return plain('model', model, modelContentTypes[model] as string)
  const textual = textExtension(text, { type, extension, isMediaAddress: knownExtensions.has(extension), expectedMedium })
  if (textual !== null) return plain('text', textual, textContentTypes[textual] as string)
  const isMessage = /^[<{[]/.test(text) || !isMediaType(type)
  return isMessage ? null : unknownKind(start.bytes, type, extension, expectedMedium)
}

/**
 * Determines the kind of a file on disk from its bytes. If they are inconclusive, uses the extension, which must match the expected medium.
 * Null if neither identifies the kind.
 * @throws file system errors.
 */
export async function fileResultKind(path: string, facts: MediaFacts, expectedMedium: Medium | null): Promise<ResultKind | null> {
  if (facts.medium === null && expectedMedium === null) return null
  const url = pathToFileURL(path).href
  const kind = resultKind({ facts, start: await readFileStart(path), declaredType: null, url, expectedMedium: expectedMedium ?? 'image' })
  if (kind === null || facts.medium !== null) return kind
  return kind.medium === expectedMedium && path.endsWith(`.${kind.ending}`) ? kind : null
}

/** Determines the kind of inconclusive bytes from the declared type or the extension. The result's extension comes from a fixed list. */
function unknownKind(start: Buffer, type: string, extension: string, expectedMedium: Medium): ResultKind {
  if (startsWith(start, '504b0304') && extension !== 'usdz') return plain(expectedMedium, 'zip', 'application/zip')
  if (startsWith(start, '1f8b') && extension !== 'spz') return plain(expectedMedium, 'gz', 'application/gzip')
  const byType = [...knownExtensions].find(([, { contentType }]) => contentType === type)?.[0]
  const ending = isProgram(start) ? null : (byType ?? (knownExtensions.has(extension) ? extension : null))
  const known = ending === null ? undefined : knownExtensions.get(ending)
  const isDeclared = expectedMedium !== 'text' && type.startsWith(`${expectedMedium}/`)
  const contentType = isDeclared ? type : (known?.contentType ?? 'application/octet-stream')
  return plain(known?.medium ?? expectedMedium, ending ?? 'bin', contentType)
}

function plain(medium: Medium, ending: string, contentType: string): ResultKind {
  return { medium, ending, contentType, width: null, height: null }
}

/** Returns a URL's extension in lower case, or an empty string. */
function extensionOf(url: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(URL.canParse(url) ? new URL(url).pathname : '')?.[1]?.toLowerCase() ?? ''
}

/** True for SVG. Parses in steps, because one regular expression for any number of comments could take exponential time. */
function isSvg(text: string): boolean {
  const body = withoutProlog(withoutProlog(text).replace(/^<!doctype svg[^>]*>/i, ''))
  return /^<svg[\s/>]/i.test(body)
}

function isMediaType(type: string): boolean {
  return /^(?:image|video|audio|model)\//.test(type) || type === 'application/octet-stream'
}

/** True if `start` begins with the bytes in `magic`, in hexadecimal. */
function startsWith(start: Buffer, magic: string): boolean {
  return start.subarray(0, magic.length / 2).toString('hex') === magic
}

/** True for executables of Windows, Linux and macOS. */
function isProgram(start: Buffer): boolean {
  return ['4d5a', '7f454c46', 'cffaedfe', 'cafebabe'].some((magic) => startsWith(start, magic))
}

/** Number of bytes needed to distinguish an error from a text result. */
const startBytes = 64 * 1024

export async function readFileStart(path: string): Promise<FileStart> {
  await using file = await open(path, 'r')
  const buffer = Buffer.alloc(startBytes)
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
  return { bytes: buffer.subarray(0, bytesRead), isWhole: (await file.stat()).size <= bytesRead }
}
