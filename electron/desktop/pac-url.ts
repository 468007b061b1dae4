/** Reserved host names (RFC 6761). The PAC file returns the first one for Kiln's probe, and the second one instead of throwing. */
export const readHost = 'was-read.kiln.invalid'
export const brokenHost = 'is-broken.kiln.invalid'

/**
 * Returns the PAC file as a `data:` URL with a wrapper appended. The wrapper responds to Kiln's probe. This distinguishes a file that
 * Chromium can't read from one that returns DIRECT.
 * The wrapper returns a reserved host name instead of an exception or a value that isn't a string.
 */
export function pacFileUrl(text: string): string {
  const heard = `${text}
;(function () {
  var find = FindProxyForURL
  function heard(url, host) {
    if (host === '${readHost}') return 'PROXY ${readHost}:1'
    try {
      var answer = find(url, host)
      return typeof answer === 'string' ? answer : 'PROXY ${brokenHost}:1'
    } catch (error) {
      return 'PROXY ${brokenHost}:1'
    }
  }
  FindProxyForURL = heard
})()
`
  return `data:application/x-ns-proxy-autoconfig;charset=utf-8;base64,${Buffer.from(heard, 'utf8').toString('base64')}`
}
