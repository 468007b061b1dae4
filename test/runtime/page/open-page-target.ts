import type { ChromiumProcess } from '../chromium/chromium-process.ts'
import type { PageOrder } from '../main/host.ts'
import { PageTarget } from './page-target.ts'

/** Opens an empty page of the size that was ordered. */
export async function openPageTarget(chromium: ChromiumProcess, order: PageOrder, _isHeaded: boolean): Promise<PageTarget> {
  const { width, height } = order
  const { targetId } = await chromium.connection.browser.send('Target.createTarget', { url: 'about:blank', newWindow: true, width, height })
  const page = await PageTarget.attach(chromium, targetId, order)
  await page.resize(width, height)
  return page
}
