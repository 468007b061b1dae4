import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { build, mergeConfig } from 'vite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { openPracticeService } from '../../../electron/practice/practice-service.ts'
import mainConfig from '../../../vite.main.config.ts'
import { runPracticeTask, imageGeneratorId } from '../../practice-service/practice-client.ts'

/** Bundles the practice service with the app’s build configuration, and returns the bundle’s folder. */
async function buildPracticeService(): Promise<string> {
  // The folder is inside the project, so that the bundle finds its external packages.
  const folder = await mkdtemp(join(import.meta.dirname, '../../../node_modules/.practice-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const practice = join(import.meta.dirname, '../../../electron/practice')
  const input = { 'practice-service': join(practice, 'practice-service.ts'), 'picture-thread': join(practice, 'picture-thread.ts') }
  const config = mergeConfig(mainConfig, { configFile: false, build: { outDir: folder, sourcemap: false } })
  // Replaces the input instead of merging it, because merging would build the whole app.
  await build({ ...config, build: { ...config.build, rolldownOptions: { ...config.build?.rolldownOptions, input } } })
  await cp(join(import.meta.dirname, '../../../electron/practice/media'), join(folder, 'media'), { recursive: true })
  return folder
}

describe('the bundled practice service', () => {
  it('has no test endpoints', async () => {
    const folder = await buildPracticeService()
    const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    expect(texts.some((text) => text.includes('/api/v1/'))).toBe(true)
    expect(texts.some((text) => /(?:GET|POST|DELETE) \/practice\//.test(text))).toBe(false)
  })

  it('finds its images and videos beside its bundle', async () => {
    const folder = await buildPracticeService()
    const bundle = (await import(pathToFileURL(join(folder, 'practice-service.js')).href)) as {
      openPracticeService: typeof openPracticeService
    }
    const service = await bundle.openPracticeService({ timeScale: 0 })
    onTestFinished(() => service.close())
    const picture = await runPracticeTask(service, imageGeneratorId, { prompt: 'a still life with a bowl', size: '768*1152' })
    const facts = await sharp(await (await fetch(String(picture.body.data?.['imageUrl']))).arrayBuffer()).metadata()
    expect([facts.width, facts.height]).toEqual([768, 1152])
    const clip = await runPracticeTask(service, 'text-to-video', { prompt: 'x', duration: 3 })
    expect(clip.body.data).toMatchObject({ status: 'completed' })
  })
})
