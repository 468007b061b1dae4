import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, expect, test } from '@playwright/test'
import { findChromium } from '../runtime/chromium/find-chromium.ts'
import { servePage } from '../ui/serve.ts'
import { expectAccessible } from './open-window.ts'

const renderer = join(import.meta.dirname, '..', '..', 'renderer', 'ui')
const built = join(import.meta.dirname, '..', '..', 'out')

test('the component page shows every state of a button and is accessible in both themes', async () => {
  const executablePath = findChromium()
  test.skip(executablePath === null, 'no browser is installed')
  const served = await servePage()
  const browser = await chromium.launch({ executablePath: executablePath ?? '' })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const mistakes: string[] = []
    page.on('console', (message) => message.type() === 'error' && mistakes.push(message.text()))
    await page.goto(served.url)
    for (const scheme of ['dark', 'light']) {
      const theme = page.getByRole('main', { name: scheme })
      const go = theme.getByRole('region', { name: 'Button: go' })
      for (const state of ['rest', 'hover', 'focus', 'active', 'busy', 'not ready'])
        await expect(go.getByText(state, { exact: true })).toBeVisible()
      const looks = await go.getByRole('button').evaluateAll((buttons) =>
        buttons.slice(0, 4).map((button) => {
          const { backgroundColor, boxShadow, translate } = getComputedStyle(button)
          return [backgroundColor, boxShadow, translate].join(' ')
        })
      )
      expect(new Set(looks).size, 'each state has its own style').toBe(4)
    }
    await expectAccessible(page)

    // With forced colours, fills and shadows disappear. Outlines then show the buttons and the focus.
    await page.emulateMedia({ forcedColors: 'active' })
    const lines = await page
      .getByRole('region', { name: 'Button: plain' })
      .first()
      .getByRole('button')
      .evaluateAll((buttons) => buttons.slice(0, 3).map((button) => getComputedStyle(button).outline.replace(/^.* (?=solid)/, '')))
    expect(lines).toEqual(['solid 1px', 'solid 1px', 'solid 3px'])
    expect(mistakes).toEqual([])
  } finally {
    await browser.close()
    await served.close()
  }
})

test('the component page includes every visible component and is not part of the app', async () => {
  const page = await readFile(join(import.meta.dirname, '..', 'ui', 'building-blocks.tsx'), 'utf8')
  const shown = [...page.matchAll(/renderer\/ui\/([a-z-]+)\.tsx/g)].map(([, name]) => name)
  const seen = (await readdir(renderer)).filter((name) => name.endsWith('.tsx')).map((name) => name.replace('.tsx', ''))
  // Layout frames, overlays and screen-reader-only elements are covered by the view tests.
  const elsewhere = [
    'context-menu',
    'dialog',
    'error-boundary',
    'icon',
    'lazy-view',
    'live-region',
    'media-cover',
    'popover',
    'progress-toast',
    'reading-direction-provider',
    'say',
    'scroll-area',
    'toasts',
    'tooltip',
    'view',
    'waveform'
  ]
  expect(seen.filter((name) => !shown.includes(name)).toSorted((one, other) => one.localeCompare(other))).toEqual(elsewhere)
  const files = (await readdir(built, { recursive: true })).filter((name) => /\.(?:js|cjs|css|html)$/.test(name))
  expect(files.length).toBeGreaterThan(5)
  for (const name of files) expect(await readFile(join(built, name), 'utf8'), name).not.toMatch(/What the tab is about|data-as\b/)
})
