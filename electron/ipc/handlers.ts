import type { pageRequests, pathRequests, RequestHandlers } from '../../shared/ipc/ipc.ts'
import { accountHandlers } from './account-handlers.ts'
import { appHandlers } from './app-handlers.ts'
import { batchHandlers } from './batch-handlers.ts'
import { contractHandlers } from './contract-handlers.ts'
import { diagnosticsHandlers } from './diagnostics-handlers.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'
import { ledgerHandlers } from './ledger-handlers.ts'
import { libraryHandlers } from './library-handlers.ts'
import { mediaHandlers } from './media-handlers.ts'
import { networkHandlers } from './network-handlers.ts'
import { resultHandlers } from './result-handlers.ts'
import { settingsHandlers } from './settings-handlers.ts'
import { taskHandlers } from './task-handlers.ts'
import { workspaceHandlers } from './workspace-handlers.ts'

/** One handler for each request in `shared/ipc`. A missing handler is a compile error. */
export type Handlers = RequestHandlers<typeof pageRequests & typeof pathRequests>

export function createHandlers(parts: HandlerDependencies): Handlers {
  return {
    ...accountHandlers(parts),
    ...appHandlers(parts),
    ...batchHandlers(parts),
    ...contractHandlers(parts),
    ...diagnosticsHandlers(parts),
    ...ledgerHandlers(parts),
    ...libraryHandlers(parts),
    ...mediaHandlers(parts),
    ...networkHandlers(parts),
    ...resultHandlers(parts),
    ...settingsHandlers(parts),
    ...taskHandlers(parts),
    ...workspaceHandlers(parts)
  }
}
