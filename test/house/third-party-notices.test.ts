import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packagesOf } from '../tools/layers.ts'
import { thirdPartyNotices } from '../tools/third-party-notices.ts'

const root = join(import.meta.dirname, '..', '..')

describe('the notices of what Kiln ships', () => {
  it('hold the licence of a package and of all that it depends on', async () => {
    const notices = await thirdPartyNotices(root, ['react-dom', '@fontsource-variable/inter'])
    expect(notices).toMatch(/^react-dom \d/m)
    expect(notices).toMatch(/^scheduler \d/m)
    expect(notices).toContain('SIL OPEN FONT LICENSE')
  })

  it('name a package once, however often it is depended on', async () => {
    const notices = await thirdPartyNotices(root, ['react', 'react-dom', 'react'])
    expect(notices.match(/^react \d/gm)).toHaveLength(1)
  })

  it('cover the packages that the code names in imports, and neither Node nor files of our own', () => {
    const text = "import { z } from 'zod'\nimport { join } from 'node:path'\nimport { a } from './a.ts'\nimport d from '@scope/name/deep'"
    expect(packagesOf([{ path: 'shared/task.ts', text }])).toEqual(['zod', '@scope/name'])
  })
})
