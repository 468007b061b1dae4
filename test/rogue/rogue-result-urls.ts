import type { FileFault, Personality } from './personality.ts'
import { seededRandom } from './random.ts'
import type { RogueOutput, RogueTask, ServiceState } from './service-state.ts'

/**
 * The URL of a result, as returned by a status query. `number` counts the URLs of that result, from 1. `at`: creation time, in milliseconds
 * since 1970.
 */
type NamedAddress = { readonly task: RogueTask; readonly output: RogueOutput; readonly number: number; readonly at: number }

export type RogueResultUrls = {
  /** Creates and returns a URL of a result for a query response. */
  readonly nameOne: (task: RogueTask, output: RogueOutput) => string
  /** Returns the result to which a URL's path and query string belong. Null if the URL is unknown. */
  readonly find: (pathAndQuery: string) => NamedAddress | null
  /** Returns the fault that currently applies to a URL. Null if no fault applies. */
  readonly faultAt: (address: NamedAddress) => FileFault | null
}

/** An origin at which no server listens. */
const refusingOrigin = 'http://127.0.0.1:1'

export function createRogueResultUrls(state: ServiceState): RogueResultUrls {
  const named = new Map<string, NamedAddress>()

  function nameOne(task: RogueTask, output: RogueOutput): string {
    const { addresses } = state.personality.query
    const { origin } = state.personality.storage
    output.addressesNamed += 1
    const number = output.addressesNamed
    const folder = addresses === 'new-path' ? Math.floor(state.random() * 2 ** 40).toString(36) : `${task.number}-${output.index}`
    const query = addresses === 'new-query' ? `?sig=${number}` : ''
    const path = `/files/${folder}/result${extensionOf(state.personality, output)}${query}`
    const address = { task, output, number, at: state.now() }
    named.set(path, address)
    const fault = faultAt(address)
    if (fault?.does.kind === 'refused') return `${refusingOrigin}${path}`
    return `${origin === 'own' ? state.origins().storage : state.origins().api}${path}`
  }

  function faultAt({ task, output, number }: NamedAddress): FileFault | null {
    const fault = state.personality.storage.faults.find((one) => fits(one, task, output))
    if (fault === undefined) return null
    const { until } = fault
    switch (until.is) {
      case 'never':
        return fault
      case 'seconds':
        return state.now() < (task.finishedAt ?? 0) + until.count * state.secondInMs ? fault : null
      case 'downloads':
        // A refused connection never reaches this server. It therefore counts as a download once the result's next URL is returned.
        return (fault.does.kind === 'refused' ? number - 1 : output.downloads) < until.count ? fault : null
      case 'fresh-address': {
        // A refused connection never reaches this server. Only the first URL therefore has the fault.
        const failedAt = fault.does.kind === 'refused' ? 1 : (output.failedAtAddress ?? number)
        const newest = state.personality.query.addresses === 'stable' ? output.addressesNamed : number
        return newest <= failedAt ? fault : null
      }
    }
  }

  return { nameOne, find: (pathAndQuery) => named.get(pathAndQuery) ?? null, faultAt }
}

/** True if a client that retries often enough can still get the complete result. */
export function isObtainable({ storage, query }: Personality, task: RogueTask, output: RogueOutput): boolean {
  if (query.afterwards !== 'results' || (query.omitsDownloaded && output.isDownloaded)) return false
  const fault = storage.faults.find((one) => fits(one, task, output))
  if (fault === undefined || fault.until.is !== 'never') return true
  return fault.does.kind === 'replaced' || fault.does.kind === 'drip'
}

function fits(fault: FileFault, task: RogueTask, output: RogueOutput): boolean {
  if ((fault.task !== null && fault.task !== task.number) || (fault.output !== null && fault.output !== output.index)) return false
  return fault.share >= 1 || seededRandom(task.number * 31 + output.index)() < fault.share
}

function extensionOf({ storage }: Personality, output: RogueOutput): string {
  if (storage.extension === 'none') return ''
  return `.${storage.extension === 'true' ? (output.versions.at(-1)?.extension ?? '') : storage.extension}`
}
