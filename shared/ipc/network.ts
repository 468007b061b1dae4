import { z } from 'zod'
import type { ConnectionCheck } from '../app/connection-check.ts'
import type { CustomCa, PacError } from '../app/network.ts'
import type { ProxyState } from '../app/proxy.ts'
import { declareRequest } from './request.ts'
import { sealedKeySchema } from './sealed-key.ts'

export const networkRequests = {
  /**
   * Checks step by step whether a service can be reached. Doesn't cost any credits. Takes up to a minute if the service doesn't respond.
   * `baseUrl`: a service that isn't connected, checked without a key. Null for the account's service.
   */
  'network.check': declareRequest(z.object({ baseUrl: z.string().max(2048).nullable() })).returns<ConnectionCheck>(),
  /** Loads and tests the configured PAC file. Null if the PAC file works, or if no PAC file is configured. */
  'network.script': declareRequest().returns<PacError | null>(),
  /**
   * Returns the certificate authority that the user added for Kiln. Kiln trusts this authority in addition to the system's. Null if the
   * user hasn't added one.
   */
  'network.authority': declareRequest().returns<CustomCa | null>(),
  /** Lets the user choose a certificate file in the system's dialog. Returns the same as `network.authority`. */
  'network.chooseAuthority': declareRequest().returns<CustomCa | null>(),
  'network.forgetAuthority': declareRequest(),
  /** Returns the proxy in use. Null for a direct connection. */
  'proxy.state': declareRequest().returns<ProxyState | null>(),
  /**
   * Signs in to the proxy `host`. `sealed`: `username:password`, encrypted like `sealedKeySchema`. Kiln tests the password with the proxy,
   * and saves it only if the proxy accepts it. If `isStored` is false, the password is only kept in memory until Kiln closes.
   */
  'proxy.signIn': declareRequest(
    z.object({ host: z.string().min(1).max(300), sealed: sealedKeySchema, acceptWeakStorage: z.boolean() })
  ).returns<{
    readonly isStored: boolean
  }>(),
  'proxy.forget': declareRequest(z.object({ host: z.string().min(1).max(300) }))
}

export type NetworkEvents = {
  'proxy.changed': ProxyState | null
}
