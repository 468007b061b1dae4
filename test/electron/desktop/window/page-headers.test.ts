import { describe, expect, it } from 'vitest'
import { mediaHeaders, pageHeaders } from '../../../../electron/desktop/window/page-headers.ts'

function directivesOf(headers: { readonly [name: string]: string }): ReadonlyMap<string, readonly string[]> {
  const policy = headers['Content-Security-Policy'] ?? ''
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources] as const
    })
  )
}

describe('the content security policy', () => {
  it('allows no network access: no unsafe source, host or network scheme', () => {
    for (const [name, sources] of directivesOf(pageHeaders)) {
      expect([name, sources.filter((source) => !["'self'", "'none'", 'data:', 'blob:'].includes(source))]).toEqual([name, []])
      expect([name, sources.length]).not.toEqual([name, 0])
    }
  })

  it('allows scripts and styles from the app only, and nothing by default', () => {
    const directives = directivesOf(pageHeaders)
    for (const name of ['script-src', 'style-src', 'connect-src', 'worker-src', 'font-src'])
      expect([name, directives.get(name)]).toEqual([name, ["'self'"]])
    for (const name of ['default-src', 'object-src', 'frame-src', 'frame-ancestors', 'form-action', 'base-uri'])
      expect([name, directives.get(name)]).toEqual([name, ["'none'"]])
  })

  it('allows a result to do nothing', () => {
    expect(mediaHeaders['Content-Security-Policy']).toBe("default-src 'none'; sandbox")
  })
})
