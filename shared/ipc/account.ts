import { z } from 'zod'
import type { AccountState, ConnectionTestResult, ConnectOutcome } from '../app/connection.ts'
import { id, request } from './request.ts'
import { type JsonWebKeyLike, sealedKey } from './sealed-key.ts'

export const accountRequests = {
  'account.state': request().returns<AccountState>(),
  /**
   * Resolves once the system's secure store has responded. The store may prompt the user first. False if the system can't store the key
   * securely.
   */
  'account.isKeyStorageSecure': request().returns<boolean>(),
  /** One-time public key as a JWK. See `sealedKey`. */
  'account.sealingKey': request().returns<JsonWebKeyLike>(),
  /** Tests a base URL and key, then stores and opens them. */
  'account.connect': request(
    z.object({
      baseUrl: z.string().max(2048),
      sealedKey,
      acceptWeakStorage: z.boolean(),
      account: z.enum(['same', 'other']).optional()
    })
  ).returns<ConnectOutcome>(),
  /** Ends a pending test, so that nothing is stored. Does nothing once the test has succeeded. */
  'account.cancelConnect': request(),
  'account.confirmSame': request(),
  'account.practice': request().returns<ConnectionTestResult & { readonly isKeyStored: boolean }>(),
  'account.disconnect': request(),
  /** Opens another account with its stored key. */
  'account.open': request(z.object({ id })),
  /** Deletes another account's stored key. */
  'account.remove': request(z.object({ id })),
  /** Resumes the account's tasks after the user has fixed the account. */
  'account.resume': request()
}

export type AccountEvents = {
  'account.changed': AccountState
}
