import type { Capability } from '../../shared/form/capability.ts'
import { isRecord, isSameJson } from '../../shared/form/fields/schema-reading.ts'
import type { ContractFacts } from '../../shared/app/diagnostics.ts'
import type { Fault } from '../../shared/task/fault.ts'
import { newFault } from '../../shared/task/fault.ts'
import { fallbackCapabilities } from './fallback-capabilities.ts'
import type { CallOutcome, ServiceClient, ToolClient } from '../tasks/ports.ts'
import type { ContractDocuments } from './contract-cache.ts'
import { contractCachePath, documentDigest, readContractCache, writeContractCache } from './contract-cache.ts'
import { readNonEmptyText, nullIfTooDeep } from './read-capability-fields.ts'
import { joinCapabilities } from './join-capabilities.ts'
import type { Catalog } from './read-catalog.ts'
import { readCatalog } from './read-catalog.ts'
import type { ContractEntry } from './read-openapi.ts'
import { readOpenapi } from './read-openapi.ts'

/** Provides one connection's capabilities, and downloads and caches them. */
export type Discovery = {
  /** Returns the currently known capabilities: from the service, otherwise from the cache, otherwise the built-in ones (`floor`). */
  readonly current: () => readonly Capability[]
  /**
   * True if the catalogue or the OpenAPI document is known, from the service or the cache. False if `current` returns only built-in
   * capabilities.
   */
  readonly hasCache: () => boolean
  /**
   * Requests the catalogue and the OpenAPI document, and saves them. If only one can be read, the saved version of the other is kept.
   * Resolves to a `Fault` if neither can be used. Nothing changes in that case. If a cache exists, a document is used only if it names a
   * known capability. Any other document may belong to another service. Two documents that have a capability in common are always used.
   */
  readonly refresh: (client: Pick<ServiceClient, 'catalog' | 'openapi'>, signal?: AbortSignal) => Promise<'changed' | 'same' | Fault>
  /** Returns the API definition's version, and the first characters of the documents' digest. */
  readonly facts: () => Omit<ContractFacts, 'readAt'>
  /** True if `requestTools` may add data. This is the case if no document was ever read, or if a capability's price is unknown. */
  readonly mayNeedTools: () => boolean
  /** Requests the capability list over MCP and saves it as the least trusted source. */
  readonly requestTools: (tools: Pick<ToolClient, 'listCapabilities'>) => Promise<'changed' | 'same' | Fault>
}

/**
 * Loads the connection's cache file from `cacheDir`. Never rejects, because a missing or damaged cache counts as empty. The first save
 * creates `cacheDir`.
 */
export async function createDiscovery(options: {
  readonly cacheDir: string
  readonly connectionId: string
  readonly floor?: readonly Capability[]
  /** Called if the capabilities have changed since the last refresh. Not called if a document was read for the first time. */
  readonly onMoved?: (before: readonly Capability[], after: readonly Capability[]) => void
}): Promise<Discovery> {
  const floor = options.floor ?? fallbackCapabilities
  const file = contractCachePath(options.cacheDir, options.connectionId)
  const cached = await readContractCache(file)
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
    // Each document is applied as it arrives, so that a slow one doesn't delay the other.
    const take = (part: DocumentPart, outcome: CallOutcome<unknown>): Taken => {
      if (!outcome.ok) return { answer: outcome, outcome: 'unread' }
      if (isSameDocument(outcome.value, known.documents[part])) return { answer: outcome, outcome: 'read' }
      const next = withDocument(known, part, outcome.value)
      if (next === null) return { answer: outcome, outcome: 'unread' }
      // The document may belong to another service, or may not be a capability list.
      if (hasCache && !idsOf(next, part).some((id) => idsBefore.has(id))) return { answer: outcome, outcome: 'strange' }
      adopt(next)
      return { answer: outcome, outcome: 'read' }
    }
    const [catalog, openapi] = await Promise.all([
      client.catalog(call).then((outcome) => take('catalog', outcome)),
      client.openapi(call).then((outcome) => take('openapi', outcome))
    ])
    if (catalog.outcome === 'strange' || openapi.outcome === 'strange') {
      // Two documents with a common capability are trusted, even if neither names a known one.
      const both = [catalog, openapi].reduce<Known | null>(
        (next, { answer: outcome }, place) =>
          next !== null && outcome.ok ? withDocument(next, place === 0 ? 'catalog' : 'openapi', outcome.value) : null,
        known
      )
      const ids = new Set(both === null ? [] : idsOf(both, 'openapi'))
      if (both !== null && idsOf(both, 'catalog').some((id) => ids.has(id))) adopt(both)
      else if (catalog.outcome !== 'read' && openapi.outcome !== 'read') return faultOf(catalog.answer)
    } else if (catalog.outcome === 'unread' && openapi.outcome === 'unread') return faultOf(catalog.answer)
    const { documents } = known
    if (documents === before.known.documents) return 'same'
    // A failed write is ignored, because the cache is optional. The data stays in memory.
    await writeContractCache(file, documents).catch(() => undefined)
    if (isSameJson(capabilities, before.capabilities)) {
      capabilities = before.capabilities
      return 'same'
    }
    const isFirst = (part: DocumentPart): boolean => before.known.documents[part] === null && documents[part] !== null
    if (!isFirst('catalog') && !isFirst('openapi')) options.onMoved?.(before.capabilities, capabilities)
    return 'changed'
  }

  async function applyTools(document: unknown): Promise<'changed' | 'same' | Fault> {
    const read = readCatalog(document)
    const next = { ...known, tools: read, documents: { ...known.documents, tools: document } }
    const joined = read === null ? null : join(next, floor)
    if (joined === null) return newFault('mcp', 'unreadable', { message: 'The response doesn’t list any capabilities.' })
    if (isSameDocument(document, known.documents.tools)) return 'same'
    known = next
    await writeContractCache(file, known.documents).catch(() => undefined)
    if (isSameJson(joined, capabilities)) return 'same'
    capabilities = joined
    return 'changed'
  }

  function inTurn<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  let named: { readonly of: ContractDocuments | null; readonly facts: Omit<ContractFacts, 'readAt'> } = {
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
    mayNeedTools: () => !hasCache() || capabilities.some(({ pricing }) => pricing.kind === 'unknown'),
    // The request isn't queued, so that a slow MCP server can't delay a refresh.
    requestTools: async (tools) => {
      const outcome = await tools.listCapabilities({})
      return outcome.ok ? inTurn(() => applyTools(outcome.value)) : outcome.fault
    }
  }
}

/** The two documents of the REST API. */
type DocumentPart = Exclude<keyof ContractDocuments, 'tools'>
/** The service's documents and their parsed content. */
type Known = {
  readonly documents: ContractDocuments
  readonly catalog: Catalog | null
  readonly openapi: readonly ContractEntry[] | null
  readonly tools: Catalog | null
}
/** `strange`: the document is readable, but doesn't name any known capability. */
type Taken = { readonly answer: CallOutcome<unknown>; readonly outcome: 'read' | 'unread' | 'strange' }

/** Returns `known` with a new document. Null if the document doesn't list any capability. */
function withDocument(known: Known, part: DocumentPart, document: unknown): Known | null {
  const read = part === 'catalog' ? readCatalog(document) : readOpenapi(document)
  return read === null ? null : { ...known, documents: { ...known.documents, [part]: document }, [part]: read }
}

function idsOf(known: Known, part: DocumentPart): readonly string[] {
  return part === 'catalog' ? (known.catalog?.entries ?? []).flatMap(({ ids }) => ids) : (known.openapi ?? []).map(({ id }) => id)
}

function join({ catalog, openapi, tools }: Known, floor: readonly Capability[]): readonly Capability[] | null {
  return nullIfTooDeep(() => joinCapabilities({ catalog, openapi, tools, floor }))
}

function isSameDocument(one: unknown, other: unknown): boolean {
  return nullIfTooDeep(() => isSameJson(one, other)) ?? false
}

const digestLength = 12
const mostVersionCharacters = 60

/**
 * Returns the API definition's version and the documents' digest. The digest covers the catalogue and the OpenAPI document. If neither
 * exists, it covers the MCP data.
 */
function factsOf({ catalog, openapi, tools }: ContractDocuments): Omit<ContractFacts, 'readAt'> {
  const info = isRecord(openapi) && isRecord(openapi['info']) ? openapi['info'] : {}
  const said = catalog === null && openapi === null ? tools : [catalog, openapi]
  return {
    version: readNonEmptyText(info['version'])?.slice(0, mostVersionCharacters) ?? null,
    digest: said === null ? null : (nullIfTooDeep(() => documentDigest(said))?.slice(0, digestLength) ?? null)
  }
}

/** Returns why the catalogue couldn't be used. A successful response without usable capabilities counts as unreadable. */
function faultOf(outcome: CallOutcome<unknown>): Fault {
  if (!outcome.ok) return outcome.fault
  return newFault('catalog', 'unreadable', {
    httpStatus: outcome.httpStatus,
    requestId: outcome.requestId,
    message: 'The response doesn’t list any capabilities.'
  })
}
