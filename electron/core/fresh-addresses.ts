import type { Output } from './task-record.ts'

/** The outputs of a task, and what is known about the latest list of result addresses that the service gave for it. */
export type AddressBook = {
  readonly outputs: readonly Output[]
  /** The latest list, in the service's order. Kept only while an output has an address that was assigned without proof. */
  readonly latest: readonly string[]
}

/** True while the output has no file yet. */
export function isOpen({ result }: Output): boolean {
  return result === null
}

/**
 * Matches a new list of addresses to the outputs of a task, by identity and never by position: first by the address without its query, since
 * signatures there change while the file stays the same. An address that matches none is assigned to an output that needs one and, unless it
 * can be no other, marked as uncertain: its bytes are compared with the finished outputs before they count.
 *
 * @param stems places for outputs that the list names beyond the known ones
 * @param now milliseconds since 1970
 */
export function withFreshAddresses(book: AddressBook, urls: readonly string[], stems: readonly string[], now: number): AddressBook {
  const inList = finderIn(urls)
  const isAlone = aloneIn(book.outputs.map(({ url }) => url))
  const matched = book.outputs.map((output) => {
    const url = inList(output.url, isAlone)
    return url === null ? output : { ...output, url, needsFreshUrl: false }
  })
  const added = stems.slice(0, Math.max(0, urls.length - matched.length)).map((stem) => newOutput('', stem, now, { needsFreshUrl: true }))
  return settled(assign({ outputs: [...matched, ...added], latest: urls }))
}

/**
 * The bytes at the uncertain address of an output are those of a finished one. If that one’s own address is not in the list, this is its new
 * address, and the output gets the next one of the list that may be its own; without one the service has to be asked again. Otherwise the list
 * has two equal files, and this one may be saved.
 */
export function withTwin(book: AddressBook, index: number, sha256: string): AddressBook {
  const url = book.outputs[index]?.url ?? ''
  const owner = book.outputs.find((output) => !isOpen(output) && output.downloadSha256 === sha256 && !book.latest.includes(output.url))
  if (owner === undefined) return settled({ ...book, outputs: put(book.outputs, index, { isAddressCertain: true }) })
  const outputs = put(book.outputs, index, { url: '', needsFreshUrl: true }).map((output) =>
    output === owner ? { ...output, url } : output
  )
  return settled(assign({ ...book, outputs }))
}

/** Gives each output that needs an address one of the list that is nobody's yet. */
function assign(book: AddressBook): AddressBook {
  const listed = new Set(book.latest)
  const isWaiting = (output: Output): boolean => isOpen(output) && output.needsFreshUrl
  const others = book.outputs.filter((output) => !isWaiting(output))
  // What is left over belongs to an output that waits, if all others are in the list. While one still downloads from an address that is not,
  // a new address may as well be its own.
  const isCertain = others.every(({ url }) => listed.has(url))
  if (!isCertain && others.some((output) => isOpen(output) && !listed.has(output.url))) return book
  const taken = new Set(others.map(({ url }) => url))
  const free = book.latest.filter((url) => !taken.has(url))
  const outputs = book.outputs.map((output, place) => {
    if (!isWaiting(output)) return output
    const inOrder = free.indexOf(book.latest[place] ?? '')
    const [url] = free.splice(Math.max(0, inOrder), 1)
    return url === undefined ? output : { ...output, url, needsFreshUrl: false, isAddressCertain: isCertain }
  })
  return { ...book, outputs }
}

/** The list is of no more use once every open output has an address that is certain. */
function settled(book: AddressBook): AddressBook {
  const isSettled = book.outputs.every((output) => !isOpen(output) || (output.isAddressCertain && !output.needsFreshUrl))
  return isSettled ? { ...book, latest: [] } : book
}

/** Finds an address in a list: itself, or the only one with the same path, if `isAlone` says that the address has its path for itself. */
function finderIn(urls: readonly string[]): (url: string, isAlone: (url: string) => boolean) => string | null {
  const exact = new Set(urls)
  const isAloneInList = aloneIn(urls)
  const ofPath = new Map(urls.filter(isAloneInList).map((url) => [withoutQuery(url), url]))
  return (url, isAlone) => (exact.has(url) ? url : isAlone(url) ? (ofPath.get(withoutQuery(url)) ?? null) : null)
}

function aloneIn(urls: readonly string[]): (url: string) => boolean {
  const counts = new Map<string, number>()
  for (const url of urls) counts.set(withoutQuery(url), (counts.get(withoutQuery(url)) ?? 0) + 1)
  return (url) => counts.get(withoutQuery(url)) === 1
}

export function withoutQuery(url: string): string {
  return url.replace(/[?#][^]*$/, '')
}

export function put(outputs: readonly Output[], index: number, changes: Partial<Output>): readonly Output[] {
  return outputs.map((output, place) => (place === index ? { ...output, ...changes } : output))
}

export function newOutput(url: string, stem: string, now: number, changes: Partial<Output> = {}): Output {
  return {
    url,
    stem,
    result: null,
    tries: 0,
    notBefore: now,
    failingSince: null,
    needsFreshUrl: false,
    isAddressCertain: true,
    downloadSha256: null,
    isTorn: false,
    ...changes
  }
}
