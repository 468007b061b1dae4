import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const pages = globSync(['*.md', 'decisions/*.md', '{electron,renderer,shared,test}/**/README.md'], { cwd: root }).toSorted()

it.each(pages)('%s links to existing files', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.split('#')[0] ?? '')
  const here = links.filter((target) => target !== '' && !/^[a-z]+:/.test(target))
  expect(here.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
})
