import { describe, expect, it } from 'vitest'
import { SessionProxyResolver } from '../main/session-proxy-resolver.ts'

describe('the stand-in’s session with a PAC file', () => {
  it.each([
    ['can’t be loaded', 'http://127.0.0.1:1/proxy.pac'],
    ['is an HTML page', `data:text/html,${encodeURIComponent('<html>Sign in</html>')}`],
    ['throws', `data:application/x-ns-proxy-autoconfig,${encodeURIComponent('function FindProxyForURL() { throw new Error() }')}`]
  ])('returns no route if the file %s, like Electron', async (_, pacScript) => {
    const session = new SessionProxyResolver()
    await session.setProxy({ mode: 'pac_script', pacScript })
    expect(await session.resolveProxy('http://service.kiln.test/')).toBe('')
  })
})
