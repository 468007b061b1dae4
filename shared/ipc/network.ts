import { z } from 'zod'
import type { ConnectionCheck } from '../app/connection-check.ts'
import type { CustomCa, PacError } from '../app/network.ts'
import type { ProxyState } from '../app/proxy.ts'
import { request } from './request.ts'
import { sealedKey } from './sealed-key.ts'

export const networkRequests = {
  /**
   * Checks step by step whether a service can be reached. Costs no credits. Takes up to a minute if the service doesn't respond. `baseUrl`:
   * a service that isn't connected, checked without a key. Null for the account's service.
   */
  'network.check': request(z.object({ baseUrl: z.string().max(2048).nullable() })).returns<ConnectionCheck>(),
  /** Loads and tests the configured PAC file. Null if the PAC file works, or if no PAC file is configured. */
  'network.script': request().returns<PacError | null>(),
  /**
   * Returns the certificate authority that the user added for Kiln. Kiln trusts this authority in addition to the system's. Null if the
   * user hasn't added one.
   */
  'network.authority': request().returns<CustomCa | null>(),
  /** Opens the system's own dialog. Returns the certificate authority as `network.authority` does. */
  'network.chooseAuthority': request().returns<CustomCa | null>(),
  'network.forgetAuthority': request(),
  /** Null for a direct connection. */
  'proxy.state': request().returns<ProxyState | null>(),
  /**
   * `sealed`: `username:password`, encrypted like `sealedKey`. Kiln tests the password with the proxy, and saves it only if the proxy
   * accepts it. If `isStored` is false, the password is only kept in memory until Kiln closes.
   */
  'proxy.signIn': request(z.object({ host: z.string().min(1).max(300), sealed: sealedKey, acceptWeakStorage: z.boolean() })).returns<{
    readonly isStored: boolean
  }>(),
  'proxy.forget': request(z.object({ host: z.string().min(1).max(300) }))
}

export type NetworkEvents = {
  'proxy.changed': ProxyState | null
}
