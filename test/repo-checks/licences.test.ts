import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { shippedPackages } from '../tools/shipped-packages.ts'

const root = join(import.meta.dirname, '..', '..')
/** Licences that allow shipping with a notice. */
const permissive = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'OFL-1.1',
  '(MIT OR CC0-1.0)',
  'Python-2.0'
])
/** Other licences that are allowed for these packages. The reasons are in decisions/2026-11-22-allow-list-packaged-files.md. */
const argued: readonly (readonly [RegExp, RegExp])[] = [
  [/^mediabunny$/, /^MPL-2\.0$/],
  [/^@img\/sharp-libvips-darwin-(x64|arm64)$/, /^LGPL-3\.0-or-later$/],
  [/^@img\/sharp-wasm32$/, /^Apache-2\.0 AND LGPL-3\.0-or-later AND MIT$/],
  [/^@img\/sharp-win32-(x64|arm64)$/, /^Apache-2\.0 AND LGPL-3\.0-or-later$/]
]

function isAllowed(name: string, licence: string | undefined): boolean {
  return permissive.has(licence ?? '') || argued.some(([names, licences]) => names.test(name) && licences.test(licence ?? ''))
}

describe('the shipped packages’ licences', () => {
  it('allow distribution without affecting Kiln’s own licence', async () => {
    const shipped = await shippedPackages(root)
    expect(shipped.length).toBeGreaterThan(50)
    expect(shipped.filter(({ name, license }) => !isAllowed(name, license)).map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  })

  it('allow it on every packaged platform', async () => {
    const lockSchema = z.object({ packages: z.record(z.string(), z.object({ license: z.string().optional() })) })
    const { packages } = lockSchema.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
    const binaries = Object.entries(packages).filter(([place]) =>
      /^node_modules\/@img\/sharp-((libvips-)?(darwin|win32)-(x64|arm64)|wasm32)$/.test(place)
    )
    // Only macOS has separate libvips packages. On Windows and Linux, sharp's own package contains libvips.
    expect(binaries).toHaveLength(7)
    for (const [place, { license }] of binaries)
      expect([place, isAllowed(place.replace('node_modules/', ''), license)]).toEqual([place, true])
  })

  it('are rejected if they are GPL, LGPL or missing', () => {
    expect(isAllowed('some-package', 'GPL-3.0-only')).toBe(false)
    expect(isAllowed('some-package', 'LGPL-3.0-or-later')).toBe(false)
    expect(isAllowed('some-package', undefined)).toBe(false)
  })
})
