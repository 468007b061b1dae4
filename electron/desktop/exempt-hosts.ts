import { exceptionsIn } from '../../shared/network.ts'

/** Whether a list such as `NO_PROXY` names the host of an origin: hosts and endings of hosts, with or without a port; `*` for all. */
export function isExempt(origin: string, list: string): boolean {
  const { protocol, hostname, port } = new URL(origin)
  const host = hostname.toLowerCase()
  const usualPort = protocol === 'https:' ? '443' : '80'
  return exceptionsIn(list.toLowerCase()).some((entry) => {
    if (entry === '*') return true
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? []
    if (only !== undefined && only !== (port || usualPort)) return false
    const ending = name.replace(/^\*?\.?/, '')
    return ending !== '' && (host === ending || host.endsWith(`.${ending}`))
  })
}
