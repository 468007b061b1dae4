import { expect, type ElectronApplication, type Locator, type Page } from '@playwright/test'

type Call = { readonly name: string; readonly args: readonly { readonly files?: readonly string[] }[] }

/** Takes a tile up with the pointer; gives the paths of the files that the system then carries. On the stand-in alone: a drag of the real system waits for a hand. */
export async function dragOut(page: Page, app: ElectronApplication, tile: Locator): Promise<readonly string[]> {
  const dragged = (): Promise<readonly string[]> =>
    app.evaluate((electron) => {
      const { standInCalls } = electron as unknown as { standInCalls: readonly Call[] }
      return standInCalls.findLast(({ name }) => name === 'webContents.startDrag')?.args[0]?.files ?? []
    })
  await takeUp(page, tile)
  await expect.poll(async () => (await dragged()).length).toBeGreaterThan(0)
  await page.mouse.up()
  return dragged()
}

/** Presses on a tile and moves off with it. The button stays down. */
export async function takeUp(page: Page, tile: Locator): Promise<void> {
  const box = await tile.boundingBox()
  if (box === null) throw new Error('The tile has no place.')
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 80, { steps: 5 })
}
