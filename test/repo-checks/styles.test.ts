import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Matches `:has` on the root element. Every change in the page makes the browser search all of it. This takes 2 ms of a frame. */
const looksFromRoot = /(?:^|[\s,>(])(?::root|html|body)[^\s,>{]*:has\(/m

describe('styles', () => {
  it('never look from the root of the page into all of it; what is there says so on the root', async () => {
    const looking: string[] = []
    let files = 0
    for await (const path of glob('renderer/**/*.css', { cwd: root })) {
      files += 1
      if (looksFromRoot.test(await readFile(join(root, path), 'utf8'))) looking.push(path)
    }
    expect(files).toBeGreaterThan(50)
    expect(looking).toEqual([])
  })

  it('register no custom property that a token of another kind is named after', async () => {
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
    'detect a root :has() in %s',
    (style) => {
      expect(looksFromRoot.test(style)).toBe(true)
    }
  )

  it.each(['.body:has(.a) {', ':root[data-a] .b:has(.c) {', '.a:has(.b) {'])('leave %s alone', (style) => {
    expect(looksFromRoot.test(style)).toBe(false)
  })
})
