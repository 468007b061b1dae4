import { parseProxyBypass } from '../../shared/app/network.ts'

/**
 * True if `list`, such as the value of `NO_PROXY`, contains the host of `origin`. An entry is a host, with or without a port, and also
 * matches its subdomains. `*` matches all hosts.
 */
export function bypassesProxy(origin: string, list: string): boolean {
  const { protocol, hostname, port } = new URL(origin)
  const host = hostname.toLowerCase()
  const usualPort = protocol === 'https:' ? '443' : '80'
  return parseProxyBypass(list.toLowerCase()).some((entry) => {
    if (entry === '*') return true
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? []
    if (only !== undefined && only !== (port || usualPort)) return false
    const ending = name.replace(/^\*?\.?/, '')
    return ending !== '' && (host === ending || host.endsWith(`.${ending}`))
  })
}
