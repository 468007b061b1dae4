import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { KeyVault, StorageLevel } from '../accounts/key-vault.ts'
import { Secret } from '../accounts/secret.ts'

/**
 * Stores usernames and passwords for proxies, each as `name:password`. `host` is the proxy's host and port. Credentials are never sent to
 * another proxy.
 */
export type ProxyCredentialStore = {
  /** Returns a proxy's credentials. Null if none are stored, or if they can't be decrypted now. */
  readonly read: (host: string) => Promise<Secret | null>
  readonly save: (host: string, userPass: Secret, options: { readonly acceptWeakStorage: boolean }) => Promise<StorageLevel>
  readonly forget: (host: string) => void
}

export function createProxyCredentialStore(vault: Pick<KeyVault, 'read' | 'save' | 'forget'>): ProxyCredentialStore {
  return {
    read: async (host) => {
      const reading = await vault.read(idOf(host))
      return reading.kind === 'key' ? reading.key : null
    },
    save: (host, userPass, options) => vault.save(idOf(host), userPass, options),
    forget: (host) => vault.forget(idOf(host))
  }
}

/**
 * Returns the credentials' ID in the key vault. Connection IDs never contain a space, so they can't collide with this ID. Stored. Don't
 * rename.
 */
function idOf(host: string): string {
  return `proxy ${host}`
}

/**
 * Validates typed credentials, `name:password`. The name ends at the first colon. Control characters are rejected (RFC 7617, section 2).
 *
 * @throws UserFacingError whose message never contains the typed text.
 */
export function parseProxyCredentials(typed: Secret): Secret {
  const text = typed.reveal()
  const name = text.slice(0, Math.max(0, text.indexOf(':')))
  if (name.trim() === '')
    throw new UserFacingError(say('The username is missing.'), { field: 'name', advice: say('Enter your proxy username.') })
  // oxlint-disable-next-line no-control-regex -- the check searches for control characters
  if (/[\u0000-\u001f\u007f]/.test(text))
    throw new UserFacingError(say('The password contains invalid characters.'), {
      field: 'password',
      advice: say('Enter it again.')
    })
  return new Secret(text)
}
