/** Names that no network has (RFC 6761): what a script that was read says to our own question, and in the place of an exception. */
export const readHost = 'was-read.kiln.invalid'
export const brokenHost = 'is-broken.kiln.invalid'

/**
 * The script as an address that holds all of it, with an ear at its end: it answers our own question, so that one which can't be read is told from
 * one that says DIRECT, and gives a name in the place of an exception or of what is no text.
 */
export function scriptAddress(text: string): string {
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
