import { say } from '../../shared/i18n/say.ts'
import type { diagnosticsRequests } from '../../shared/ipc/diagnostics.ts'
import type { RequestHandlers } from '../../shared/ipc/ipc.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'

export function diagnosticsHandlers({ diagnostics, dialogs }: Pick<HandlerDependencies, 'diagnostics' | 'dialogs'>) {
  return {
    'diagnostics.read': diagnostics.read,
    'diagnostics.check': diagnostics.check,
    'diagnostics.stopCheck': diagnostics.stopCheck,
    'diagnostics.save': async (options) => {
      const day = new Date().toLocaleDateString('sv-SE')
      const chosen = await dialogs.chooseSavePath(say('Kiln diagnostics {day}.zip', { day }))
      if (chosen !== null) await diagnostics.saveAll(chosen, options)
      return chosen
    }
  } satisfies RequestHandlers<typeof diagnosticsRequests>
}
