import { z } from 'zod'
import { say } from './words/say.ts'

/**
 * How Kiln reaches the network. Stored; do not rename.
 * - `system`: as the system says, else as the environment does.
 * - `direct`: through no proxy.
 * - `manual`: through the proxy that a person names, except for the hosts they leave out.
 * - `pac`: as a script says that lies at an address of their own.
 */
export const networkWays = ['system', 'direct', 'manual', 'pac'] as const
export type NetworkWay = (typeof networkWays)[number]

export const proxyKinds = ['http', 'https', 'socks5'] as const

export const networkRulesSchema = z.object({
  way: z.enum(networkWays),
  /** Kept while another way is chosen; `port` null: none was entered. */
  proxy: z.object({ kind: z.enum(proxyKinds), host: z.string().max(255), port: z.number().int().nullable() }),
  /** Hosts and endings of hosts that are reached straight, between commas or blanks. */
  exceptions: z.string().max(4_000),
  pacUrl: z.string().max(2_000)
})
export type NetworkRules = Readonly<z.infer<typeof networkRulesSchema>>

export const defaultNetworkRules: NetworkRules = {
  way: 'system',
  proxy: { kind: 'http', host: '', port: null },
  exceptions: '',
  pacUrl: ''
}

/**
 * Why a script (PAC) does not say the way. `silent`: it can't be had; `reason` is the system's code or the HTTP status. `broken`: what lies there is
 * no script, or it fails.
 */
export type ScriptTrouble = { readonly kind: 'silent'; readonly reason: string } | { readonly kind: 'broken'; readonly reason: null }

export type NetworkProblem = { readonly field: 'host' | 'port' | 'exceptions' | 'pacUrl'; readonly message: string }

/** Why these rules can't be followed, as a full sentence; null: they can. What belongs to another way is not looked at. */
export function networkProblem({ way, proxy, exceptions, pacUrl }: NetworkRules): NetworkProblem | null {
  if (way === 'manual') {
    if (proxy.host === '') return { field: 'host', message: say('Enter the name or the address of the proxy.') }
    if (/[\s/@?#]/.test(proxy.host)) return { field: 'host', message: say('Enter the name alone, without an address before or behind it.') }
    if (!isHost(proxy.host)) return { field: 'host', message: say('This is no name of a computer.') }
    if (proxy.port === null || proxy.port < 1 || proxy.port > 65_535)
      return { field: 'port', message: say('A port is a number from 1 to 65535.') }
    const strange = exceptionsIn(exceptions).find((entry) => !/^(?:\*|(?:\*?\.)?[\p{L}\p{N}._[\]:-]+)$/u.test(entry))
    if (strange !== undefined) return { field: 'exceptions', message: say('“{name}” is no name of a computer.', { name: strange }) }
  }
  if (way === 'pac') {
    if (pacUrl === '') return { field: 'pacUrl', message: say('Enter the address of the script.') }
    if (!/^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(pacUrl))
      return { field: 'pacUrl', message: say('Enter an address that begins with http:// or https://.') }
  }
  return null
}

export function exceptionsIn(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter(Boolean)
}

/** Names, and addresses in four numbers or between square brackets. */
function isHost(text: string): boolean {
  return /^(?:\[[0-9a-f:.]{2,}\]|[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}_.])?)$/iu.test(text)
}

/** An authority that a person has named, beside those of Kiln and of the system. Times in milliseconds since 1970. */
export type OwnAuthority = {
  readonly certificates: readonly {
    readonly subject: string
    readonly issuer: string
    readonly expiresAt: number
    readonly fingerprint: string
  }[]
}
