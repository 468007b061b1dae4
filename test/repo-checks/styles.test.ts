import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Matches `:has()` on the root element. For such a selector, the browser searches the whole page after every change, which takes 2 ms. */
const looksFromRoot = /(?:^|[\s,>(])(?::root|html|body)[^\s,>{]*:has\(/m

describe('styles', () => {
  it('don’t use :has() on the root to match the whole page', async () => {
    const looking: string[] = []
    let files = 0
    for await (const path of glob('renderer/**/*.css', { cwd: root })) {
      files += 1
      if (looksFromRoot.test(await readFile(join(root, path), 'utf8'))) looking.push(path)
    }
    expect(files).toBeGreaterThan(50)
    expect(looking).toEqual([])
  })

  it('register no custom property with a token’s name', async () => {
    const tokens = new Set(
      [...(await readFile(join(root, 'renderer/ui/tokens.css'), 'utf8')).matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name)
    )
    expect(tokens.has('--head')).toBe(true)
    const registered: string[] = []
    for await (const path of glob('renderer/**/*.css', { cwd: root }))
      registered.push(...[...(await readFile(join(root, path), 'utf8')).matchAll(/@property\s+(--[\w-]+)/g)].map(([, name]) => name ?? ''))
    expect(registered.length).toBeGreaterThan(0)
    expect(registered.filter((name) => tokens.has(name))).toEqual([])
  })

  it.each([':root:has([data-a]) .b {', '@media print {\n  :global(:root:has(.a)) .b {', 'html[lang]:has(.a) {', '.a,\nbody:has(.a) {'])(
    'are reported with a root :has() in %s',
    (style) => {
      expect(looksFromRoot.test(style)).toBe(true)
    }
  )

  it.each(['.body:has(.a) {', ':root[data-a] .b:has(.c) {', '.a:has(.b) {'])('are not reported for %s', (style) => {
    expect(looksFromRoot.test(style)).toBe(false)
  })
})
