import type { Capability } from '../../shared/capability.ts'
import type { Fault } from '../../shared/fault.ts'
import { newFault } from '../../shared/fault.ts'
import { floorCapabilities } from '../../shared/floor-capabilities.ts'
import type { Answer, ServiceClient } from '../core/ports.ts'
import type { Documents } from './contract-cache.ts'
import { cacheFile, readCache, writeCache } from './contract-cache.ts'
import { joinCapabilities } from './join-capabilities.ts'
import { readCatalog } from './read-catalog.ts'
import { readOpenapi } from './read-openapi.ts'

/** What the service can do, for one connection. Behaviour section 6. */
export type Discovery = {
  /** What is known now: from the service, else from the last time it was asked, else the floor. Never waits. */
  readonly current: () => readonly Capability[]
  /** Whether the service has been read before: `current` is more than the floor. */
  readonly hasCache: () => boolean
  /**
   * Asks the service for its catalog and its contract and keeps what it said. When only one of them can be read the other is taken
   * from the last time; a fault means that neither could be read, and that nothing has changed.
   */
  readonly refresh: (client: Pick<ServiceClient, 'catalog' | 'openapi'>, signal?: AbortSignal) => Promise<'changed' | 'same' | Fault>
}

/** Looks into the cache first; never rejects. `cacheDir` is made when it is not there; one file per connection id. */
export async function createDiscovery(options: {
  readonly cacheDir: string
  readonly connectionId: string
  readonly floor?: readonly Capability[]
}): Promise<Discovery> {
  const floor = options.floor ?? floorCapabilities
  const file = cacheFile(options.cacheDir, options.connectionId)
  let documents = await readCache(file)
  let capabilities = capabilitiesOf(documents, floor)
  let last: Promise<unknown> = Promise.resolve()

  async function refreshNow(client: Pick<ServiceClient, 'catalog' | 'openapi'>, signal?: AbortSignal): Promise<'changed' | 'same' | Fault> {
    const call = signal === undefined ? {} : { signal }
    const before = { documents, capabilities }
    // Each is taken as it comes, so that a service that is slow with one of them still shows the other.
    const take = (answer: Answer<unknown>, part: keyof Documents, isRead: boolean): { answer: Answer<unknown>; isRead: boolean } => {
      if (answer.ok && isRead) {
        documents = { ...documents, [part]: answer.value }
        capabilities = capabilitiesOf(documents, floor)
      }
      return { answer, isRead }
    }
    const [catalog, openapi] = await Promise.all([
      client.catalog(call).then((answer) => take(answer, 'catalog', answer.ok && readCatalog(answer.value) !== null)),
      client.openapi(call).then((answer) => take(answer, 'openapi', answer.ok && readOpenapi(answer.value) !== null))
    ])
    if (!catalog.isRead && !openapi.isRead) return faultOf(catalog.answer)
    if (JSON.stringify(documents) !== JSON.stringify(before.documents)) {
      // The cache is a convenience: with a full disk the app goes on with what it holds in memory.
      await writeCache(file, documents).catch(() => undefined)
    }
    if (JSON.stringify(capabilities) !== JSON.stringify(before.capabilities)) return 'changed'
    capabilities = before.capabilities
    return 'same'
  }

  return {
    current: () => capabilities,
    hasCache: () => documents.catalog !== null || documents.openapi !== null,
    refresh: (client, signal) => {
      const turn = last.then(() => refreshNow(client, signal))
      last = turn.catch(() => undefined)
      return turn
    }
  }
}

function capabilitiesOf(documents: Documents, floor: readonly Capability[]): readonly Capability[] {
  return joinCapabilities({ catalog: readCatalog(documents.catalog), openapi: readOpenapi(documents.openapi), floor })
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
