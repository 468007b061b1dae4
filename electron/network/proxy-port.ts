import { parseProxyCredentials } from './proxy-credential-store.ts'
import type { Unsealer } from '../accounts/unsealer.ts'
import type { ProxyPort } from '../ipc/ports.ts'
import type { ProxyRouter } from './proxy-router.ts'

/** Returns the proxy requests that the page can make. The page encrypts the user's credentials, and `signIn` decrypts them. */
export function createProxyPort(proxy: Pick<ProxyRouter, 'state' | 'signIn' | 'forget'>, unsealer: Pick<Unsealer, 'unseal'>): ProxyPort {
  return {
    state: proxy.state,
    signIn: async ({ host, sealed, acceptWeakStorage }) => {
      const userPass = parseProxyCredentials(await unsealer.unseal(sealed, 'password'))
      return { isStored: (await proxy.signIn({ host, userPass, acceptWeakStorage })) === 'stored' }
    },
    forget: proxy.forget
  }
}
