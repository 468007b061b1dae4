import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packagesOf } from '../tools/layers.ts'
import { packagesWithDependencies } from '../tools/shipped-packages.ts'
import { thirdPartyNotices } from '../tools/third-party-notices.ts'

const root = join(import.meta.dirname, '..', '..')

describe('the third-party notices', () => {
  it('contain the licences of a package and its dependencies', async () => {
    const notices = await thirdPartyNotices(await packagesWithDependencies(root, ['react-dom', '@fontsource-variable/inter']))
    expect(notices).toMatch(/^react-dom \d/m)
    expect(notices).toMatch(/^scheduler \d/m)
    expect(notices).toContain('SIL OPEN FONT LICENSE')
  })

  it('list a package once, even if several packages depend on it', async () => {
    const notices = await thirdPartyNotices(await packagesWithDependencies(root, ['react', 'react-dom', 'react']))
    expect(notices.match(/^react \d/gm)).toHaveLength(1)
  })

  it('link to the source of MPL packages, and explain the LGPL rights for libvips', async () => {
    const notices = await thirdPartyNotices(await packagesWithDependencies(root, ['mediabunny', 'sharp', '@img/sharp-wasm32']))
    expect(notices).toMatch(
      /^mediabunny \d.*\nLicence: MPL-2\.0\nIts source, which Kiln has not changed: https:\/\/www\.npmjs\.com\/package\/mediabunny\/v\/\d/m
    )
    expect(notices).toMatch(/^libvips, and the libraries/)
    expect(notices).toMatch(/^@img\/sharp-(libvips-|win32-)/m)
    expect(notices).toMatch(/^@img\/sharp-wasm32 \d/m)
  })

  it('cover imported packages, but not Node or Kiln’s own files', () => {
    const text = "import { z } from 'zod'\nimport { join } from 'node:path'\nimport { a } from './a.ts'\nimport d from '@scope/name/deep'"
    expect(packagesOf([{ path: 'shared/task/task.ts', text }])).toEqual(['zod', '@scope/name'])
  })
})
