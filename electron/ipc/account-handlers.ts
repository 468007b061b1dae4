import type { accountRequests } from '../../shared/ipc/account.ts'
import type { RequestHandlers } from '../../shared/ipc/ipc.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'

export function accountHandlers({ account, isKeyStorageSecure }: Pick<HandlerDependencies, 'account' | 'isKeyStorageSecure'>) {
  return {
    'account.state': () => account.state(),
    'account.isKeyStorageSecure': isKeyStorageSecure,
    'account.sealingKey': () => account.sealingKey(),
    'account.connect': (typed) => account.connect(typed),
    'account.cancelConnect': () => account.cancelConnect(),
    'account.confirmSame': () => account.confirmSame(),
    'account.practice': () => account.practice(),
    'account.disconnect': () => account.disconnect(),
    'account.open': ({ id }) => account.open(id),
    'account.remove': ({ id }) => account.remove(id),
    'account.resume': () => account.resume()
  } satisfies RequestHandlers<typeof accountRequests>
}
