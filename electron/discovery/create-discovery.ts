import type { Capability } from '../../shared/capability.ts'
import { isRecord } from '../../shared/fields/schema-reading.ts'
import { isSameJson } from '../../shared/fields/schema-misfits.ts'
import type { ContractFacts } from '../../shared/diagnostics.ts'
import type { Fault } from '../../shared/fault.ts'
import { newFault } from '../../shared/fault.ts'
import { floorCapabilities } from '../../shared/floor-capabilities.ts'
import type { Answer, ServiceClient, ToolClient } from '../core/ports.ts'
import type { Documents } from './contract-cache.ts'
import { cacheFile, digestOf, readCache, writeCache } from './contract-cache.ts'
import { readText, unlessTooDeep } from './capability-words.ts'
import { joinCapabilities } from './join-capabilities.ts'
import type { Catalog } from './read-catalog.ts'
import { readCatalog } from './read-catalog.ts'
import type { ContractEntry } from './read-openapi.ts'
import { readOpenapi } from './read-openapi.ts'

/** What the service can do, for one connection. Behaviour section 6. */
export type Discovery = {
  /** What is known now: from the service, else from the last time it was asked, else the floor. Never waits. */
  readonly current: () => readonly Capability[]
  /** Whether the service has been read before: `current` is more than the floor. */
  readonly hasCache: () => boolean
  /**
   * Asks the service for its catalog and its contract and keeps what it said. When only one of them can be read the other is taken
   * from the last time; a fault means that neither could be read, and that nothing has changed. A document that names none of the
   * capabilities that were known counts as not read, unless the other one speaks of the same ones.
   */
  readonly refresh: (client: Pick<ServiceClient, 'catalog' | 'openapi'>, signal?: AbortSignal) => Promise<'changed' | 'same' | Fault>
  /** Which contract is in force: what its documents call it, and the beginning of the digest of all that the service said. */
  readonly facts: () => Omit<ContractFacts, 'readAt'>
  /** Whether MCP could tell what the documents did not: neither was ever read, or a price is in neither. */
  readonly isWanting: () => boolean
  /** Asks for the list of capabilities over MCP, and keeps it as the weakest word of the service. */
  readonly askTools: (tools: Pick<ToolClient, 'listCapabilities'>) => Promise<'changed' | 'same' | Fault>
}

/** Looks into the cache first; never rejects. `cacheDir` is made when it is not there; one file per connection id. */
export async function createDiscovery(options: {
  readonly cacheDir: string
  readonly connectionId: string
  readonly floor?: readonly Capability[]
  /** Told when what the service said before is another thing now; never of a document that is read for the first time. */
  readonly onMoved?: (before: readonly Capability[], after: readonly Capability[]) => void
}): Promise<Discovery> {
  const floor = options.floor ?? floorCapabilities
  const file = cacheFile(options.cacheDir, options.connectionId)
  const cached = await readCache(file)
  let known: Known = {
    documents: cached,
    catalog: readCatalog(cached.catalog),
    openapi: readOpenapi(cached.openapi),
    tools: readCatalog(cached.tools)
  }
  let capabilities = join(known, floor) ?? floor
  let last: Promise<unknown> = Promise.resolve()

  async function refreshNow(client: Pick<ServiceClient, 'catalog' | 'openapi'>, signal?: AbortSignal): Promise<'changed' | 'same' | Fault> {
    const call = signal === undefined ? {} : { signal }
    const before = { known, capabilities }
    const hasCache = known.catalog !== null || known.openapi !== null
    const idsBefore: ReadonlySet<string> = new Set(capabilities.map(({ id }) => id))
    const adopt = (next: Known): void => {
      const joined = join(next, floor)
      if (joined === null) return
      known = next
      capabilities = joined
    }
    // Each is taken as it comes, so that a service that is slow with one of them still shows the other.
    const take = (part: DocumentPart, answer: Answer<unknown>): Taken => {
      if (!answer.ok) return { answer, outcome: 'unread' }
      if (isSameDocument(answer.value, known.documents[part])) return { answer, outcome: 'read' }
      const next = withDocument(known, part, answer.value)
      if (next === null) return { answer, outcome: 'unread' }
      // What names nothing that the service was ever known for may be of another one, or nonsense that only looks like a list.
      if (hasCache && !idsOf(next, part).some((id) => idsBefore.has(id))) return { answer, outcome: 'strange' }
      adopt(next)
      return { answer, outcome: 'read' }
    }
    const [catalog, openapi] = await Promise.all([
      client.catalog(call).then((answer) => take('catalog', answer)),
      client.openapi(call).then((answer) => take('openapi', answer))
    ])
    if (catalog.outcome === 'strange' || openapi.outcome === 'strange') {
      // Two documents that speak of the same are believed, whatever was known before.
      const both = [catalog, openapi].reduce<Known | null>(
        (next, { answer }, place) =>
          next !== null && answer.ok ? withDocument(next, place === 0 ? 'catalog' : 'openapi', answer.value) : null,
        known
      )
      const ids = new Set(both === null ? [] : idsOf(both, 'openapi'))
      if (both !== null && idsOf(both, 'catalog').some((id) => ids.has(id))) adopt(both)
      else if (catalog.outcome !== 'read' && openapi.outcome !== 'read') return faultOf(catalog.answer)
    } else if (catalog.outcome === 'unread' && openapi.outcome === 'unread') return faultOf(catalog.answer)
    const { documents } = known
    if (documents === before.known.documents) return 'same'
    // The cache is a convenience: with a full disk the app goes on with what it holds in memory.
    await writeCache(file, documents).catch(() => undefined)
    if (isSameJson(capabilities, before.capabilities)) {
      capabilities = before.capabilities
      return 'same'
    }
    const isFirst = (part: DocumentPart): boolean => before.known.documents[part] === null && documents[part] !== null
    if (!isFirst('catalog') && !isFirst('openapi')) options.onMoved?.(before.capabilities, capabilities)
    return 'changed'
  }

  async function takeTools(document: unknown): Promise<'changed' | 'same' | Fault> {
    const read = readCatalog(document)
    const next = { ...known, tools: read, documents: { ...known.documents, tools: document } }
    const joined = read === null ? null : join(next, floor)
    if (joined === null) return newFault('mcp', 'unreadable', { message: 'The answer lists no capability.' })
    if (isSameDocument(document, known.documents.tools)) return 'same'
    known = next
    await writeCache(file, known.documents).catch(() => undefined)
    if (isSameJson(joined, capabilities)) return 'same'
    capabilities = joined
    return 'changed'
  }

  function inTurn<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  let named: { readonly of: Documents | null; readonly facts: Omit<ContractFacts, 'readAt'> } = {
    of: null,
    facts: { version: null, digest: null }
  }
  const hasCache = (): boolean => known.catalog !== null || known.openapi !== null
  return {
    current: () => capabilities,
    hasCache,
    refresh: (client, signal) => inTurn(() => refreshNow(client, signal)),
    facts: () => {
      if (named.of !== known.documents) named = { of: known.documents, facts: factsOf(known.documents) }
      return named.facts
    },
    isWanting: () => !hasCache() || capabilities.some(({ pricing }) => pricing.kind === 'unknown'),
    // Not in turn: a tool that hangs holds no reading of the documents up.
    askTools: async (tools) => {
      const answer = await tools.listCapabilities({})
      return answer.ok ? inTurn(() => takeTools(answer.value)) : answer.fault
    }
  }
}

/** The two documents of REST. */
type DocumentPart = Exclude<keyof Documents, 'tools'>
/** What the service said, and what was read from it. */
type Known = {
  readonly documents: Documents
  readonly catalog: Catalog | null
  readonly openapi: readonly ContractEntry[] | null
  readonly tools: Catalog | null
}
/** `strange`: it can be read, and names nothing that was known before. */
type Taken = { readonly answer: Answer<unknown>; readonly outcome: 'read' | 'unread' | 'strange' }

/** Null: the document lists no capability. */
function withDocument(known: Known, part: DocumentPart, document: unknown): Known | null {
  const read = part === 'catalog' ? readCatalog(document) : readOpenapi(document)
  return read === null ? null : { ...known, documents: { ...known.documents, [part]: document }, [part]: read }
}

function idsOf(known: Known, part: DocumentPart): readonly string[] {
  return part === 'catalog' ? (known.catalog?.entries ?? []).flatMap(({ ids }) => ids) : (known.openapi ?? []).map(({ id }) => id)
}

function join({ catalog, openapi, tools }: Known, floor: readonly Capability[]): readonly Capability[] | null {
  return unlessTooDeep(() => joinCapabilities({ catalog, openapi, tools, floor }))
}

function isSameDocument(one: unknown, other: unknown): boolean {
  return unlessTooDeep(() => isSameJson(one, other)) ?? false
}

const digestLength = 12
const mostVersionCharacters = 60

/** What MCP tells comes later than the documents and only adds to them: it counts where there are none. */
function factsOf({ catalog, openapi, tools }: Documents): Omit<ContractFacts, 'readAt'> {
  const info = isRecord(openapi) && isRecord(openapi['info']) ? openapi['info'] : {}
  const said = catalog === null && openapi === null ? tools : [catalog, openapi]
  return {
    version: readText(info['version'])?.slice(0, mostVersionCharacters) ?? null,
    digest: said === null ? null : (unlessTooDeep(() => digestOf(said))?.slice(0, digestLength) ?? null)
  }
}

/** Why the catalog could not be read: what went wrong on the wire, or an answer that lists no capability. */
function faultOf(answer: Answer<unknown>): Fault {
  if (!answer.ok) return answer.fault
  return newFault('catalog', 'unreadable', {
    httpStatus: answer.httpStatus,
    requestId: answer.requestId,
    message: 'The answer lists no capability.'
  })
}
