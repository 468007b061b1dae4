import { PlainProblem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'
import type { KeyVault, Keeping } from './key-vault.ts'
import { Secret } from './secret.ts'

/** Names and passwords for proxies, `name:password` each, by the proxy's host and port: none is ever shown to another proxy. */
export type ProxyPasswords = {
  /** Null: there is none, or it can't be opened now. */
  readonly read: (host: string) => Promise<Secret | null>
  readonly keep: (host: string, userPass: Secret, options: { readonly acceptWeakStorage: boolean }) => Promise<Keeping>
  readonly forget: (host: string) => void
}

export function createProxyPasswords(vault: Pick<KeyVault, 'read' | 'keep' | 'forget'>): ProxyPasswords {
  return {
    read: async (host) => {
      const reading = await vault.read(idOf(host))
      return reading.kind === 'key' ? reading.key : null
    },
    keep: (host, userPass, options) => vault.keep(idOf(host), userPass, options),
    forget: (host) => vault.forget(idOf(host))
  }
}

/** Stored; do not rename. Connections have ids of another form. */
function idOf(host: string): string {
  return `proxy ${host}`
}

/**
 * Checks what was typed: `name:password`, where a name has no colon and neither has what can't stand in a header (RFC 7617, section 2).
 *
 * @throws PlainProblem that never repeats the text.
 */
export function readUserPass(typed: Secret): Secret {
  const text = typed.reveal()
  const name = text.slice(0, Math.max(0, text.indexOf(':')))
  if (name.trim() === '')
    throw new PlainProblem(say('The name is missing.'), { field: 'name', advice: say('Enter the name that the proxy knows you by.') })
  // oxlint-disable-next-line no-control-regex -- just these are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text))
    throw new PlainProblem(say('There are characters in it that can’t be typed.'), {
      field: 'password',
      advice: say('Enter it once more.')
    })
  return new Secret(text)
}
