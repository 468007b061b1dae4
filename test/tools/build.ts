import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build as viteBuild, mergeConfig } from 'vite'
import type { InlineConfig } from 'vite'
import mainConfig from '../../vite.main.config.ts'
import preloadConfig from '../../vite.preload.config.ts'
import rendererConfig from '../../vite.renderer.config.ts'
import { shippedPackages } from './shipped-packages.ts'
import { thirdPartyNotices } from './third-party-notices.ts'

const root = dirname(dirname(import.meta.dirname))
const out = join(root, 'out')
const stampPath = join(out, 'built-from')
const lockPath = join(out, 'being-built')
const staging = join(out, `building-${process.pid}`)
const parts = ['main', 'preload', 'renderer'] as const
const configs: { readonly [Part in (typeof parts)[number]]: InlineConfig } = {
  main: mainConfig,
  preload: preloadConfig,
  renderer: rendererConfig
}

/**
 * Builds the app into `out/` and returns `built`. Returns `fresh` if `out/` was already built from the same sources. The bundles are built
 * in a separate folder and moved when complete. A running app therefore never loads an incomplete bundle.
 */
export async function build(): Promise<'built' | 'fresh'> {
  const unlock = await lockOut()
  const { NODE_ENV: given } = process.env
  // A test run sets another value, but every build must be identical to the shipped one.
  process.env.NODE_ENV = 'production'
  try {
    const stamp = await digestSources()
    if ((await readFile(stampPath, 'utf8').catch(() => '')) === stamp && parts.every((part) => existsSync(join(out, part)))) return 'fresh'
    await sweep()
    // Waits for all builds before reporting a failure. Otherwise, a build could write to the staging folder while it is being deleted.
    const builds = await Promise.allSettled(
      parts.map((part) => viteBuild(mergeConfig(configs[part], { configFile: false, build: { outDir: join(staging, part) } })))
    )
    for (const one of builds) if (one.status === 'rejected') throw one.reason
    await cp(join(root, 'electron', 'practice', 'media'), join(staging, 'main', 'media'), { recursive: true })
    await writeFile(join(staging, 'notices'), await thirdPartyNotices(await shippedPackages(root)))
    await rename(join(staging, 'notices'), join(out, 'THIRD-PARTY-NOTICES.txt'))
    for (const part of parts) await replaceFolder(join(out, part), join(staging, part))
    await writeFile(stampPath, stamp)
    return 'built'
  } finally {
    if (given === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = given
    await rm(staging, { recursive: true, force: true })
    await unlock()
  }
}

/** Deletes leftovers of a build that was killed. */
async function sweep(): Promise<void> {
  const leftovers = (await readdir(out)).filter((name) => name.startsWith('building-'))
  await Promise.all(leftovers.map((name) => rm(join(out, name), { recursive: true, force: true })))
}

/** Waits until no other build is running, and returns a function that releases the lock. Replaces a lock whose process has ended. */
async function lockOut(): Promise<() => Promise<void>> {
  await mkdir(out, { recursive: true })
  for (;;) {
    try {
      await writeFile(lockPath, String(process.pid), { flag: 'wx' })
      return () => rm(lockPath, { force: true })
    } catch {
      const holder = Number(await readFile(lockPath, 'utf8').catch(() => ''))
      if (holder > 0 && !isRunning(holder)) await rm(lockPath, { force: true })
      await sleep(200)
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Returns a digest of the paths and contents of all build inputs. */
async function digestSources(): Promise<string> {
  const folders = await Promise.all(['electron', 'shared', 'renderer'].map((folder) => filesWithin(join(root, folder))))
  const singles = [
    'CHANGELOG.md',
    'package.json',
    'package-lock.json',
    'vite.main.config.ts',
    'vite.preload.config.ts',
    'vite.renderer.config.ts'
  ]
  const hash = createHash('sha256')
  for (const path of [...folders.flat(), ...singles.map((name) => join(root, name)), import.meta.filename].toSorted()) {
    hash
      .update(`${path}\0`)
      .update(await readFile(path))
      .update('\0')
  }
  return hash.digest('hex')
}

async function filesWithin(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function replaceFolder(target: string, fresh: string): Promise<void> {
  const old = `${fresh}-old`
  await mkdir(dirname(target), { recursive: true })
  if (existsSync(target)) await rename(target, old)
  await rename(fresh, target)
  await rm(old, { recursive: true, force: true })
}

if (import.meta.main) {
  const startedAt = performance.now()
  try {
    const outcome = await build()
    console.log(outcome === 'fresh' ? 'out/ is up to date.' : `Built out/ in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
