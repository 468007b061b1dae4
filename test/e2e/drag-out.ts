import { expect, type ElectronApplication, type Locator, type Page } from '@playwright/test'

type Call = { readonly name: string; readonly args: readonly { readonly files?: readonly string[] }[] }

/**
 * Drags a tile out of the window. Returns the paths of the dragged files. Works only on the Electron stand-in, because a real system drag
 * needs a physical pointer.
 */
export async function dragToDesktop(page: Page, app: ElectronApplication, tile: Locator): Promise<readonly string[]> {
  const dragged = (): Promise<readonly string[]> =>
    app.evaluate((electron) => {
      const { standInCalls } = electron as unknown as { standInCalls: readonly Call[] }
      return standInCalls.findLast(({ name }) => name === 'webContents.startDrag')?.args[0]?.files ?? []
    })
  await startDragging(page, tile)
  await expect.poll(async () => (await dragged()).length).toBeGreaterThan(0)
  await page.mouse.up()
  return dragged()
}

/** Presses on a tile and drags it away. The mouse button stays down. */
export async function startDragging(page: Page, tile: Locator): Promise<void> {
  const box = await tile.boundingBox()
  if (box === null) throw new Error('The tile isn’t rendered.')
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 80, { steps: 5 })
}
