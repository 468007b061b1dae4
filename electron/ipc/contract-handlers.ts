import { serializeCapabilityList } from '../../shared/form/capability-list-json.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { contractRequests } from '../../shared/ipc/contract.ts'
import type { RequestHandlers } from '../../shared/ipc/ipc.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'
import { runOnWorkspace } from './run-on-workspace.ts'
import { translateCapabilities } from './translate-capabilities.ts'

export function contractHandlers({ studio }: Pick<HandlerDependencies, 'studio'>) {
  return {
    'capability.list': async () => serializeCapabilityList(translateCapabilities(await studio.capabilities())),
    'price.estimate': studio.estimate,
    'contract.changes': studio.contractChanges,
    'contract.checkAgain': () => studio.checkContract('now'),
    'contract.seen': () => runOnWorkspace(studio.markContractChangesSeen),
    'contract.sample': async (option) => {
      const sample = await studio.optionSample(option)
      if (sample === null)
        throw new UserFacingError(say('The sample couldn’t be loaded.'), { advice: say('Check your connection. Then play it again.') })
      return { bytes: new Uint8Array(sample.bytes), contentType: sample.contentType }
    }
  } satisfies RequestHandlers<typeof contractRequests>
}
