import { expect, test } from '@playwright/test'
import type { UpdateStatus } from '../../shared/update.ts'
import { expectAccessible, openBench, type Bench } from './open-window.ts'

const news = { version: '9.0.0', notes: 'Calmer.\n\n- <b>Nothing</b> blinks.' }
const source = 'updates.example.com'
let bench: Bench

test.afterEach(async () => bench.close())

/** As main announces it; where it runs from its sources there is nothing newer to be found. */
async function announce(status: UpdateStatus): Promise<void> {
  await bench.kiln.app.evaluate(
    ({ BrowserWindow }, announced) => BrowserWindow.getAllWindows()[0]?.webContents.send('kiln:updates.changed', announced),
    status
  )
}

test('Settings says how it stands with newer versions, what is in them, and offers what can be done now', async () => {
  bench = await openBench()
  const { page } = bench.kiln
  await page.getByRole('button', { name: 'Try it with the practice service' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await page.getByRole('button', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'Updates', exact: true })

  await expect(section).toContainText('This Kiln runs from its sources, and is as new as they are.')
  await expect(section.getByRole('button')).toHaveCount(0)
  await expect(section.getByRole('switch')).toHaveCount(0)

  const leaving = page.getByRole('region', { name: 'What leaves this computer' })
  await expect(leaving.getByRole('list', { name: 'For newer versions' })).toHaveText(
    'For newer versions of Kiln nothing: this copy does not look for any.'
  )

  await announce({ state: { kind: 'available', news, isAgreed: false }, isBusy: false, source })
  await expect(section.getByRole('status')).toContainText('Kiln 9.0.0 is there')
  // Words from outside are text, whatever stands in them.
  await expect(section.getByRole('group', { name: 'Release notes' })).toContainText('- <b>Nothing</b> blinks.')
  await expect(section.getByRole('button', { name: 'Download' })).toBeVisible()
  await expectAccessible(page)

  await announce({ state: { kind: 'downloading', news, share: 0.425 }, isBusy: false, source })
  await expect(section.getByRole('status')).toContainText('Downloading Kiln 9.0.0: 42 %.')
  await expect(section.getByRole('button', { name: 'Download' })).toHaveCount(0)

  await announce({ state: { kind: 'ready', news }, isBusy: true, source })
  await expect(section.getByRole('button', { name: 'Restart and update' })).toHaveAttribute('aria-disabled', 'true')
  await announce({ state: { kind: 'ready', news }, isBusy: false, source })
  await expect(section.getByRole('button', { name: 'Restart and update' })).not.toHaveAttribute('aria-disabled', 'true')

  const lines = leaving.getByRole('list', { name: 'For newer versions' }).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.nth(0)).toContainText('to updates.example.com: a minute after the start, every twelve hours')
  await expect(lines.nth(1)).toContainText('to updates.example.com or where that leads, once you press Download')
  await section.getByRole('switch', { name: 'Look for newer versions' }).click()
  await expect(lines.nth(0)).toContainText('to updates.example.com, only when you press Look now')
  await section.getByRole('switch', { name: 'Look for newer versions' }).click()
  await expect(lines.nth(0)).toContainText('every twelve hours')

  await section.getByRole('radio', { name: 'Early versions, too' }).click()
  await expect
    .poll(async () => page.evaluate(() => window.kiln.request('settings.get', undefined)))
    .toMatchObject({ ok: true, value: { updates: { channel: 'beta', looks: true, asks: true } } })
})
