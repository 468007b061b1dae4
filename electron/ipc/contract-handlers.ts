import { serializeCapabilityList } from '../../shared/form/capability-list-json.ts'
import type { contractRequests } from '../../shared/ipc/contract.ts'
import type { RequestHandlers } from '../../shared/ipc/ipc.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'
import { onWorkspace } from './on-workspace.ts'
import { translateCapabilities } from './translate-capabilities.ts'

export function contractHandlers({ studio }: Pick<HandlerDependencies, 'studio'>) {
  return {
    'capability.list': async () => serializeCapabilityList(translateCapabilities(await studio.capabilities())),
    'price.estimate': studio.estimate,
    'contract.changes': studio.contractChanges,
    'contract.checkAgain': () => studio.checkContract('now'),
    'contract.seen': () => onWorkspace(studio.markContractChangesSeen)
  } satisfies RequestHandlers<typeof contractRequests>
}
