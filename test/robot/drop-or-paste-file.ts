import type { Page } from '@playwright/test'

/** Drops or pastes a local file into the open dialog. Uses the page if no dialog is open. */
export async function dropOrPasteFile(page: Page, path: string, how: 'drop' | 'paste'): Promise<void> {
  const hand = await page.evaluateHandle(() => {
    const input = document.createElement('input')
    input.type = 'file'
    return input
  })
  await hand.setInputFiles(path)
  await hand.evaluate((input, isDropped) => {
    const data = new DataTransfer()
    for (const file of input.files ?? []) data.items.add(file)
    const target = document.querySelector('[role=dialog]') ?? document.body
    if (isDropped)
      for (const type of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    else target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, how === 'drop')
  await hand.dispose()
}
