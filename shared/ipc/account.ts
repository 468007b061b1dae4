import { z } from 'zod'
import type { AccountState, ConnectionTestResult, ConnectOutcome } from '../app/connection.ts'
import { idSchema, declareRequest } from './request.ts'
import { type JsonWebKeyLike, sealedKeySchema } from './sealed-key.ts'

export const accountRequests = {
  'account.state': declareRequest().returns<AccountState>(),
  /**
   * Returns whether the system can store the key securely. Resolves once the system's secure store has responded. The store may prompt the
   * user first.
   */
  'account.isKeyStorageSecure': declareRequest().returns<boolean>(),
  /** Returns a one-time public key as a JWK. See `sealedKeySchema`. */
  'account.sealingKey': declareRequest().returns<JsonWebKeyLike>(),
  /** Tests a base URL and key. If the test succeeds, stores both and opens the account. */
  'account.connect': declareRequest(
    z.object({
      baseUrl: z.string().max(2048),
      sealedKey: sealedKeySchema,
      acceptWeakStorage: z.boolean(),
      account: z.enum(['same', 'other']).optional()
    })
  ).returns<ConnectOutcome>(),
  /** Ends a pending test, so that nothing is stored. Does nothing once the test has succeeded. */
  'account.cancelConnect': declareRequest(),
  'account.confirmSame': declareRequest(),
  'account.practice': declareRequest().returns<ConnectionTestResult & { readonly isKeyStored: boolean }>(),
  'account.disconnect': declareRequest(),
  /** Opens another account with its stored key. */
  'account.open': declareRequest(z.object({ id: idSchema })),
  /** Deletes another account's stored key. */
  'account.remove': declareRequest(z.object({ id: idSchema })),
  /** Resumes the account's tasks after the user has fixed the account. */
  'account.resume': declareRequest()
}

export type AccountEvents = {
  'account.changed': AccountState
}
