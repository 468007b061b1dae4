import { UserFacingError } from '../../shared/problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { KeyVault, StorageLevel } from './key-vault.ts'
import { Secret } from './secret.ts'

/**
 * Usernames and passwords for proxies, each as `name:password`, by the proxy's host and port. Credentials are never sent to another proxy.
 */
export type ProxyPasswords = {
  /** Null if no credentials are stored or they can't be opened now. */
  readonly read: (host: string) => Promise<Secret | null>
  readonly save: (host: string, userPass: Secret, options: { readonly acceptWeakStorage: boolean }) => Promise<StorageLevel>
  readonly forget: (host: string) => void
}

export function createProxyPasswords(vault: Pick<KeyVault, 'read' | 'save' | 'forget'>): ProxyPasswords {
  return {
    read: async (host) => {
      const reading = await vault.read(idOf(host))
      return reading.kind === 'key' ? reading.key : null
    },
    save: (host, userPass, options) => vault.save(idOf(host), userPass, options),
    forget: (host) => vault.forget(idOf(host))
  }
}

/** Stored. Don't rename. Connection IDs have a different form. */
function idOf(host: string): string {
  return `proxy ${host}`
}

/**
 * Checks typed credentials, `name:password`. The name has no colon. Neither part has characters that a header can't contain (RFC 7617,
 * section 2).
 *
 * @throws UserFacingError that never repeats the text.
 */
export function readUserPass(typed: Secret): Secret {
  const text = typed.reveal()
  const name = text.slice(0, Math.max(0, text.indexOf(':')))
  if (name.trim() === '')
    throw new UserFacingError(say('The username is missing.'), { field: 'name', advice: say('Enter your proxy username.') })
  // oxlint-disable-next-line no-control-regex -- just these are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text))
    throw new UserFacingError(say('The password contains invalid characters.'), {
      field: 'password',
      advice: say('Enter it again.')
    })
  return new Secret(text)
}
