/** Reserved host names (RFC 6761). The wrapper below returns `pacProbeHost` for Kiln's probe, and `pacErrorHost` if the PAC file fails. */
export const pacProbeHost = 'was-read.kiln.invalid'
export const pacErrorHost = 'is-broken.kiln.invalid'

/**
 * Returns the PAC file as a `data:` URL with a wrapper appended. The wrapper answers Kiln's probe. The answer shows that Chromium could
 * read the file.
 * If the PAC file throws or returns a value that isn't a string, the wrapper returns `pacErrorHost`.
 */
export function pacDataUrl(text: string): string {
  const heard = `${text}
;(function () {
  var find = FindProxyForURL
  function heard(url, host) {
    if (host === '${pacProbeHost}') return 'PROXY ${pacProbeHost}:1'
    try {
      var answer = find(url, host)
      return typeof answer === 'string' ? answer : 'PROXY ${pacErrorHost}:1'
    } catch (error) {
      return 'PROXY ${pacErrorHost}:1'
    }
  }
  FindProxyForURL = heard
})()
`
  return `data:application/x-ns-proxy-autoconfig;charset=utf-8;base64,${Buffer.from(heard, 'utf8').toString('base64')}`
}
