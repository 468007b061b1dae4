import { join } from 'node:path'
import { build, mergeConfig } from 'vite'
import { describe, expect, it } from 'vitest'
import rendererConfig from '../../vite.renderer.config.ts'

const root = join(import.meta.dirname, '..', '..')

/** Returns a stylesheet as shipped: built and minified by the renderer's build. */
async function shipped(path: string): Promise<string> {
  const built = await build(
    mergeConfig(rendererConfig, { configFile: false, plugins: [], build: { write: false, rolldownOptions: { input: join(root, path) } } })
  )
  const [bundle] = Array.isArray(built) ? built : [built]
  if (bundle === undefined || !('output' in bundle)) throw new Error('The build has no output.')
  const sheet = bundle.output.find(({ fileName }) => fileName.endsWith('.css'))
  if (sheet?.type !== 'asset') throw new Error('The build has no stylesheet.')
  return String(sheet.source)
}

describe('built styles', () => {
  it('declare the scroll area’s timeline outside `animation`, because Chromium would discard it', async () => {
    const sheet = await shipped('renderer/ui/scroll-area.module.css')
    expect(sheet).toMatch(/animation-timeline:\s*scroll\(/)
    expect(sheet).not.toMatch(/animation:[^;}]*scroll\(/)
  })
})
