import type { TaskOutput } from './task-record.ts'

/** A task's outputs and the latest list of result URLs from the service. */
export type OutputUrlState = {
  readonly outputs: readonly TaskOutput[]
  /** The latest URLs, in the service's order. Empty once the URL of every open output is certain. */
  readonly latest: readonly string[]
}

/** True while the output still needs a file. */
export function isOpenOutput(output: TaskOutput): boolean {
  return output.result === null && !isUnassignedOutput(output)
}

/**
 * True if the output was added for a URL that turned out to be another output's. Such an output doesn't keep the task open, and gets the
 * next new URL.
 */
export function isUnassignedOutput({ result, isProven, url }: TaskOutput): boolean {
  return result === null && !isProven && url === ''
}

/** Returns the number of outputs that the service has listed so far. */
export function listedOutputCount(outputs: readonly TaskOutput[]): number {
  return outputs.filter((output) => !isUnassignedOutput(output)).length
}

/**
 * Returns the number of outputs after `withNewUrls`. A list of URLs may omit downloaded files. Unmatched URLs may belong to new outputs, up
 * to `asked`, the requested number.
 */
export function outputCountWithNewUrls(outputs: readonly TaskOutput[], urls: readonly string[], asked: number): number {
  const { matched, unmatched } = match(outputs, urls)
  const free = unmatched.length - matched.filter(isWaiting).length
  return Math.max(outputs.length, urls.length, Math.min(outputs.length + free, asked))
}

/**
 * Matches new result URLs to a task's outputs by URL, never by position. If no URL is identical, URLs are compared without their query. The
 * query may contain a signature that changes. An unmatched URL is assigned to an output that needs one. The URL is marked as uncertain if
 * it could belong to another output. Bytes from an uncertain URL are first compared with the finished outputs.
 *
 * @param asked number of requested outputs
 * @param stems reserved paths for new outputs, up to `outputCountWithNewUrls`. Further paths are ignored.
 * @param now milliseconds since 1970
 */
export function withNewUrls(
  book: OutputUrlState,
  urls: readonly string[],
  asked: number,
  stems: readonly string[],
  now: number
): OutputUrlState {
  const { matched } = match(book.outputs, urls)
  const added = stems
    .slice(0, outputCountWithNewUrls(book.outputs, urls, asked) - matched.length)
    .map((stem) => newOutput('', stem, now, { needsFreshUrl: true, isProven: false }))
  return settled(assign({ outputs: proven([...matched, ...added], urls.length), latest: urls }))
}

/** Returns the outputs with their URLs from `urls`, and the URLs that match no output. */
function match(
  outputs: readonly TaskOutput[],
  urls: readonly string[]
): { readonly matched: readonly TaskOutput[]; readonly unmatched: readonly string[] } {
  const inList = finderIn(urls)
  const isAlone = aloneIn(outputs.map(({ url }) => url))
  const matched = outputs.map((output) => {
    const url = inList(output.url, isAlone)
    return url === null ? output : { ...output, url, needsFreshUrl: false }
  })
  const known = new Set(matched.map(({ url }) => url))
  return { matched, unmatched: urls.filter((url) => !known.has(url)) }
}

/** Marks outputs as proven to exist. A list of `count` URLs proves that at least `count` outputs exist. */
function proven(outputs: readonly TaskOutput[], count: number): readonly TaskOutput[] {
  let missing = count - outputs.filter(({ isProven }) => isProven).length
  return outputs.map((output) => {
    if (output.isProven || missing <= 0) return output
    missing -= 1
    return { ...output, isProven: true }
  })
}

/**
 * Handles an uncertain URL whose bytes are those of a finished output. If the finished output's URL isn't in the latest list, the uncertain
 * URL replaces it. The output at `index` then gets the next unused URL. If no URL is left, the service is queried again. If the
 * finished output's URL is in the list, the task has two identical files. The output may then be saved.
 */
export function resolveDuplicateOutput(book: OutputUrlState, index: number, sha256: string): OutputUrlState {
  const url = book.outputs[index]?.url ?? ''
  const owner = book.outputs.find(
    (output) => !isOpenOutput(output) && output.downloadSha256 === sha256 && !book.latest.includes(output.url)
  )
  if (owner === undefined) return settled({ ...book, outputs: withOutput(book.outputs, index, { isAddressCertain: true }) })
  const outputs = withOutput(book.outputs, index, { url: '', needsFreshUrl: true }).map((output) =>
    output === owner ? { ...output, url } : output
  )
  const assigned = assign({ ...book, outputs })
  return settled({ ...assigned, outputs: yieldProof(assigned.outputs, index) })
}

/** Moves `isProven` from an output without a URL to an unproven output that has a URL. Either output may be the real output. */
function yieldProof(outputs: readonly TaskOutput[], index: number): readonly TaskOutput[] {
  const left = outputs[index]
  if (left === undefined || left.url !== '' || !left.isProven) return outputs
  const other = outputs.findIndex(({ isProven, url }) => !isProven && url !== '')
  return other === -1 ? outputs : withOutput(withOutput(outputs, index, { isProven: false }), other, { isProven: true })
}

/** Assigns an unused URL from the latest list to each output that needs one. */
function assign(book: OutputUrlState): OutputUrlState {
  const listed = new Set(book.latest)
  const others = book.outputs.filter((output) => !isWaiting(output))
  // If all other outputs' URLs are listed, an unused URL belongs to a waiting output. If another open output's URL isn't listed, nothing is
  // assigned. An unused URL may be that output's new URL.
  const isCertain = others.every(({ url }) => listed.has(url))
  if (!isCertain && others.some((output) => isOpenOutput(output) && !listed.has(output.url))) return book
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

function isWaiting({ result, needsFreshUrl }: TaskOutput): boolean {
  return result === null && needsFreshUrl
}

/** Clears the latest list once the URL of every open output is certain. */
function settled(book: OutputUrlState): OutputUrlState {
  const isSettled = book.outputs.every((output) => !isOpenOutput(output) || (output.isAddressCertain && !output.needsFreshUrl))
  return isSettled ? { ...book, latest: [] } : book
}

/**
 * Returns a function that finds a URL in a list, or null. The function prefers an exact match. Otherwise the only listed URL with the same
 * path matches, if `isAlone` allows it. `isAlone` returns true if no other output's URL has that path.
 */
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

export function withOutput(outputs: readonly TaskOutput[], index: number, changes: Partial<TaskOutput>): readonly TaskOutput[] {
  return outputs.map((output, place) => (place === index ? { ...output, ...changes } : output))
}

export function newOutput(url: string, stem: string, now: number, changes: Partial<TaskOutput> = {}): TaskOutput {
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
