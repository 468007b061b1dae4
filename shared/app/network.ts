import { z } from 'zod'
import { say } from '../i18n/say.ts'

/**
 * How Kiln reaches the network. Stored. Don't rename.
 * - `system`: the system's settings, otherwise the environment's.
 * - `direct`: no proxy.
 * - `manual`: the proxy that the user entered, except for excluded hosts.
 * - `pac`: a PAC file at the user's own URL.
 */
export const proxyModes = ['system', 'direct', 'manual', 'pac'] as const
export type ProxyMode = (typeof proxyModes)[number]

export const proxyKinds = ['http', 'https', 'socks5'] as const

export const networkSettingsSchema = z.object({
  way: z.enum(proxyModes),
  /** Proxy for the `manual` mode. Kept while another mode is selected. `port` is null if no port was entered. */
  proxy: z.object({ kind: z.enum(proxyKinds), host: z.string().max(255), port: z.number().int().nullable() }),
  /** Hosts and host suffixes that bypass the proxy, separated by commas or spaces. */
  exceptions: z.string().max(4_000),
  pacUrl: z.string().max(2_000)
})
export type NetworkSettings = Readonly<z.infer<typeof networkSettingsSchema>>

export const defaultNetworkSettings: NetworkSettings = {
  way: 'system',
  proxy: { kind: 'http', host: '', port: null },
  exceptions: '',
  pacUrl: ''
}

/**
 * Why a PAC file can't be used.
 * - `silent`: the file can't be loaded. `reason` is the system's error code or the HTTP status.
 * - `broken`: the file isn't a script, or the script fails.
 */
export type PacError = { readonly kind: 'silent'; readonly reason: string } | { readonly kind: 'broken'; readonly reason: null }

export type NetworkSettingsProblem = { readonly field: 'host' | 'port' | 'exceptions' | 'pacUrl'; readonly message: string }

/**
 * Returns the field that makes these settings invalid, with a full sentence. Null if the settings are valid. Settings of other modes are
 * ignored.
 */
export function networkSettingsProblem({ way, proxy, exceptions, pacUrl }: NetworkSettings): NetworkSettingsProblem | null {
  if (way === 'manual') {
    if (proxy.host === '') return { field: 'host', message: say('Enter the proxy’s host name or IP address.') }
    if (/[\s/@?#]/.test(proxy.host))
      return { field: 'host', message: say('Enter only the host name or IP address, without “http://” or a path.') }
    if (!isHost(proxy.host)) return { field: 'host', message: say('This isn’t a valid host name.') }
    if (proxy.port === null || proxy.port < 1 || proxy.port > 65_535)
      return { field: 'port', message: say('Enter a port from 1 to 65535.') }
    const strange = parseProxyBypass(exceptions).find((entry) => !/^(?:\*|(?:\*?\.)?[\p{L}\p{N}._[\]:-]+)$/u.test(entry))
    if (strange !== undefined) return { field: 'exceptions', message: say('“{name}” isn’t a valid host name.', { name: strange }) }
  }
  if (way === 'pac') {
    if (pacUrl === '') return { field: 'pacUrl', message: say('Enter the PAC file’s address.') }
    if (!/^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(pacUrl))
      return { field: 'pacUrl', message: say('Enter an address that starts with http:// or https://.') }
  }
  return null
}

export function parseProxyBypass(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter(Boolean)
}

/** True for host names, IPv4 addresses, and IPv6 addresses in square brackets. */
function isHost(text: string): boolean {
  return /^(?:\[[0-9a-f:.]{2,}\]|[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}_.])?)$/iu.test(text)
}

/** A certificate authority that the user added to those of Kiln and the system. Times are in milliseconds since 1970. */
export type CustomCa = {
  readonly certificates: readonly {
    readonly subject: string
    readonly issuer: string
    readonly expiresAt: number
    readonly fingerprint: string
  }[]
}
