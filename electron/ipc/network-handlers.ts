import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { RequestHandlers } from '../../shared/ipc/ipc.ts'
import type { networkRequests } from '../../shared/ipc/network.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'

export function networkHandlers({
  dialogs,
  network,
  proxy,
  studio
}: Pick<HandlerDependencies, 'dialogs' | 'network' | 'proxy' | 'studio'>) {
  return {
    'network.check': ({ baseUrl }) => {
      const wanted = baseUrl ?? studio.account().baseUrl
      if (wanted === null)
        throw new UserFacingError(say('No account is connected.'), {
          advice: say('Connect an account first. Then Kiln can check the connection.')
        })
      return network.check(wanted)
    },
    'network.script': network.pacError,
    'network.authority': network.customCa,
    'network.chooseAuthority': async () => {
      const chosen = await dialogs.chooseCertificateFile()
      if (chosen === null) return network.customCa()
      const taken = await network.importCustomCa(chosen)
      void studio.checkReachability()
      return taken
    },
    'network.forgetAuthority': network.removeCustomCa,
    'proxy.state': proxy.state,
    'proxy.signIn': async (typed) => {
      const kept = await proxy.signIn(typed)
      await studio.checkReachability()
      return kept
    },
    'proxy.forget': ({ host }) => proxy.forget(host)
  } satisfies RequestHandlers<typeof networkRequests>
}
