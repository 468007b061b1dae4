import type { appRequests } from '../../shared/ipc/app.ts'
import type { RequestHandlers } from '../../shared/ipc/ipc.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'
import { takeOpenRequests } from './take-open-requests.ts'

type AppHandlerDependencies = Pick<
  HandlerDependencies,
  'appInfo' | 'arrivals' | 'dialogs' | 'fileTokens' | 'menu' | 'notifications' | 'shell' | 'studio' | 'updates' | 'windowFlush'
>

/** Handlers for requests about the app's menu, notifications and updates. Also for links and files from the system. */
export function appHandlers(parts: AppHandlerDependencies) {
  const { appInfo, arrivals, dialogs, menu, notifications, shell, updates, windowFlush } = parts

  /** Lets the user choose files. Passes them to the page as if they had been opened with Kiln. `from`: the initial folder. */
  async function browse(from?: string): Promise<void> {
    const files = await dialogs.chooseMedia({ rule: null, many: true, ...(from !== undefined && { from }) })
    arrivals.add({ links: [], files })
  }

  return {
    'app.info': appInfo,
    'app.closingHeard': windowFlush.heard,
    'app.licences': shell.readLicences,
    'clipboard.writeText': ({ text }) => shell.copyText(text),
    'notifications.takeTarget': notifications.takeTarget,
    'menu.offer': ({ actions }) => menu.setAvailable(actions),
    'menu.open': menu.open,
    'menu.take': menu.take,
    'menu.quit': menu.quit,
    'arrivals.take': () => takeOpenRequests({ ...parts, browse: (folder) => void browse(folder) }),
    'arrivals.browse': () => browse(),
    'updates.state': updates.state,
    'updates.check': updates.check,
    'updates.download': updates.download,
    'updates.restart': updates.restart
  } satisfies RequestHandlers<typeof appRequests>
}
