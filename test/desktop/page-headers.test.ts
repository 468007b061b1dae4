import { describe, expect, it } from 'vitest'
import { mediaHeaders, pageHeaders } from '../../electron/desktop/page-headers.ts'

function directivesOf(headers: { readonly [name: string]: string }): ReadonlyMap<string, readonly string[]> {
  const policy = headers['Content-Security-Policy'] ?? ''
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources] as const
    })
  )
}

describe('the content policy', () => {
  it('has no way out: nothing is unsafe, no host and no scheme of the network is named', () => {
    for (const [name, sources] of directivesOf(pageHeaders)) {
      expect([name, sources.filter((source) => !["'self'", "'none'", 'data:', 'blob:'].includes(source))]).toEqual([name, []])
      expect([name, sources.length]).not.toEqual([name, 0])
    }
  })

  it('lets scripts and styles come from the app alone, and refuses what is not named', () => {
    const directives = directivesOf(pageHeaders)
    for (const name of ['script-src', 'style-src', 'connect-src', 'worker-src', 'font-src'])
      expect([name, directives.get(name)]).toEqual([name, ["'self'"]])
    for (const name of ['default-src', 'object-src', 'frame-src', 'frame-ancestors', 'form-action', 'base-uri'])
      expect([name, directives.get(name)]).toEqual([name, ["'none'"]])
  })

  it('lets a result do nothing at all', () => {
    expect(mediaHeaders['Content-Security-Policy']).toBe("default-src 'none'; sandbox")
  })
})
