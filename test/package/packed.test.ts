import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPackage, extractAll, extractFile } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runApp } from '../runtime/run-app.ts'
import { measureInitialBundle, maxInitialBundleInBytes } from '../tools/initial-bundle.ts'
import { createFakeElectronDist } from './create-fake-electron-dist.ts'
import { archiveProblems, fuseProblems } from './package-problems.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const longestPackingInMs = 300_000

// electron-builder packs for the system it runs on. The CI workflows pack on all three systems and run the same checks.
describe.runIf(process.platform === 'linux')('the packed app', () => {
  let folder: string
  let resources: string
  let executable: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kiln-packed-'))
    const dist = join(folder, 'electron')
    await createFakeElectronDist(dist)
    const words = ['--dir', `--electron-dist=${dist}`, `--output=${join(folder, 'dist')}`]
    const { KILN_UPDATE_REPOSITORY: _, ...kept } = process.env
    const environment = { ...kept, KILN_UPDATE_URL: 'https://updates.example/kiln' }
    await run(process.execPath, [join(root, 'test', 'tools', 'package.ts'), ...words], {
      cwd: root,
      env: environment,
      maxBuffer: 16 * 1024 * 1024
    })
    const unpacked = join(folder, 'dist', process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked')
    resources = join(unpacked, 'resources')
    executable = join(unpacked, 'kiln')
  }, longestPackingInMs)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('contains only shipped files, within its size limit', () => {
    expect(archiveProblems(resources, root)).toEqual([])
  })

  it('has every required fuse state', async () => {
    expect(await fuseProblems(executable)).toEqual([])
  })

  it('fails the fuse check with Electron’s default fuses', async () => {
    expect(await fuseProblems(join(folder, 'electron', 'electron'))).toContain('RunAsNode is 49, but should be 48.')
  })

  it('fails the check if an unknown file is added', async () => {
    const extracted = join(folder, 'with-more')
    extractAll(join(resources, 'app.asar'), join(extracted, 'content'))
    await copyFile(join(root, 'electron', 'main.ts'), join(extracted, 'content', 'out', 'main', 'main.ts'))
    await createPackage(join(extracted, 'content'), join(extracted, 'app.asar'))
    expect(archiveProblems(extracted, root)).toContain('out/main/main.ts isn’t meant for users.')
  })

  it('has a manifest with Electron’s fields and no build information', () => {
    const manifest: unknown = JSON.parse(extractFile(join(resources, 'app.asar'), 'package.json').toString('utf8'))
    expect(manifest).toMatchObject({ name: 'kiln', productName: 'Kiln', main: 'out/main/main.js', desktopName: 'app.kiln.desktop' })
    for (const field of ['devDependencies', 'scripts']) expect(manifest).not.toHaveProperty(field)
  })

  it('contains third-party notices for everything shipped, and a bill of materials', () => {
    const archive = join(resources, 'app.asar')
    const notices = extractFile(archive, 'out/THIRD-PARTY-NOTICES.txt').toString('utf8')
    expect(notices).toMatch(/^react \d/m)
    expect(notices).toContain('You may replace it with\nyour own build')
    const bill = JSON.parse(extractFile(archive, 'out/sbom.cdx.json').toString('utf8')) as {
      components: { name: string; hashes?: unknown[] }[]
    }
    const names = bill.components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['electron', 'sharp', 'react', 'undici']))
    expect(names).not.toContain('vitest')
    expect(bill.components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([])
  })

  it('has Electron’s and Chromium’s licences beside the executable', async () => {
    expect(await readFile(join(resources, '..', 'LICENSE.electron.txt'), 'utf8')).toContain('Electron’s licence')
    expect(await readFile(join(resources, '..', 'LICENSES.chromium.html'), 'utf8')).toContain('Chromium’s licences')
  })

  it('uses the update source from its packaging', async () => {
    const config = await readFile(join(resources, 'app-update.yml'), 'utf8')
    expect(config).toMatch(/^provider: generic$/m)
    expect(config).toMatch(/^url: https:\/\/updates\.example\/kiln$/m)
    expect(config).toMatch(/^updaterCacheDirName: kiln-updater$/m)
  })

  it('loads only a small bundle before the first view', async () => {
    const extracted = join(folder, 'page')
    extractAll(join(resources, 'app.asar'), extracted)
    const { files, bytes } = await measureInitialBundle(join(extracted, 'out', 'renderer'))
    expect(files).toBeGreaterThan(1)
    expect(bytes).toBeLessThanOrEqual(maxInitialBundleInBytes)
  })

  it('starts from its archive, generates an image with the practice service, and quits', { timeout: 180_000 }, async () => {
    const app = join(folder, 'app')
    extractAll(join(resources, 'app.asar'), app)
    const { exitCode, output } = await runApp(app, ['--smoke-test'])
    expect(output).toContain('Smoke test passed: {"kiln":"')
    expect(exitCode).toBe(0)
  })

  it('ends the smoke test with a reason and exit code 1 if a file is missing', { timeout: 180_000 }, async () => {
    const app = join(folder, 'broken')
    extractAll(join(resources, 'app.asar'), app)
    await rm(join(app, 'out', 'main', 'media'), { recursive: true })
    const { exitCode, output } = await runApp(app, ['--smoke-test'])
    expect(output).toContain('Smoke test failed: ')
    expect(exitCode).toBe(1)
  })
})
