import type { Output } from './task-record.ts'

/** The outputs of a task, and what is known about the latest list of result addresses that the service gave for it. */
export type AddressBook = {
  readonly outputs: readonly Output[]
  /** The latest list, in the service's order. Kept only while an output has an address that was assigned without proof. */
  readonly latest: readonly string[]
}

/** True while the output has no file yet and has to get one. */
export function isOpen(output: Output): boolean {
  return output.result === null && !isVacant(output)
}

/** True if the output was added for an address that turned out to be another output's. It holds up nothing and gets the next new address. */
export function isVacant({ result, isProven, url }: Output): boolean {
  return result === null && !isProven && url === ''
}

/** How many outputs the task has, as far as the service has named them. */
export function namedCount(outputs: readonly Output[]): number {
  return outputs.filter((output) => !isVacant(output)).length
}

/**
 * How many outputs there are to be after this list. A list can leave out what was downloaded: addresses that match no known output may then
 * belong to new ones, up to as many as were asked for.
 */
export function countAfter(outputs: readonly Output[], urls: readonly string[], asked: number): number {
  const { matched, unmatched } = match(outputs, urls)
  const free = unmatched.length - matched.filter(isWaiting).length
  return Math.max(outputs.length, urls.length, Math.min(outputs.length + free, asked))
}

/**
 * Matches a new list of addresses to the outputs of a task, by identity and never by position: first by the address without its query, since
 * signatures there change while the file stays the same. An address that matches none is assigned to an output that needs one and, unless it
 * can be no other, marked as uncertain: its bytes are compared with the finished outputs before they count.
 *
 * @param asked how many outputs were asked for
 * @param stems places for the outputs from the known ones up to `countAfter`. Others are ignored.
 * @param now milliseconds since 1970
 */
export function withFreshAddresses(
  book: AddressBook,
  urls: readonly string[],
  asked: number,
  stems: readonly string[],
  now: number
): AddressBook {
  const { matched } = match(book.outputs, urls)
  const added = stems
    .slice(0, countAfter(book.outputs, urls, asked) - matched.length)
    .map((stem) => newOutput('', stem, now, { needsFreshUrl: true, isProven: false }))
  return settled(assign({ outputs: proven([...matched, ...added], urls.length), latest: urls }))
}

/** The outputs with their addresses in this list, and the addresses that match none of them. */
function match(
  outputs: readonly Output[],
  urls: readonly string[]
): { readonly matched: readonly Output[]; readonly unmatched: readonly string[] } {
  const inList = finderIn(urls)
  const isAlone = aloneIn(outputs.map(({ url }) => url))
  const matched = outputs.map((output) => {
    const url = inList(output.url, isAlone)
    return url === null ? output : { ...output, url, needsFreshUrl: false }
  })
  const known = new Set(matched.map(({ url }) => url))
  return { matched, unmatched: urls.filter((url) => !known.has(url)) }
}

/** A list of so many addresses proves that there are so many outputs. */
function proven(outputs: readonly Output[], count: number): readonly Output[] {
  let missing = count - outputs.filter(({ isProven }) => isProven).length
  return outputs.map((output) => {
    if (output.isProven || missing <= 0) return output
    missing -= 1
    return { ...output, isProven: true }
  })
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
  const assigned = assign({ ...book, outputs })
  return settled({ ...assigned, outputs: yieldProof(assigned.outputs, index) })
}

/** An output without an address leaves the proof that it exists to one that has an address. Which of them the proof was for is not known. */
function yieldProof(outputs: readonly Output[], index: number): readonly Output[] {
  const left = outputs[index]
  if (left === undefined || left.url !== '' || !left.isProven) return outputs
  const other = outputs.findIndex(({ isProven, url }) => !isProven && url !== '')
  return other === -1 ? outputs : put(put(outputs, index, { isProven: false }), other, { isProven: true })
}

/** Gives each output that needs an address one of the list that is nobody's yet. */
function assign(book: AddressBook): AddressBook {
  const listed = new Set(book.latest)
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

function isWaiting({ result, needsFreshUrl }: Output): boolean {
  return result === null && needsFreshUrl
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
    tornTries: 0,
    notBefore: now,
    failingSince: null,
    needsFreshUrl: false,
    isAddressCertain: true,
    isProven: true,
    downloadSha256: null,
    isTorn: false,
    ...changes
  }
}
