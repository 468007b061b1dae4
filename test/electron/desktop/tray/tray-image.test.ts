import { expect, it } from 'vitest'
import { trayImage } from '../../../../electron/desktop/tray/tray-image.ts'
import { nativeImage } from '../../../runtime/main/native-image.ts'

it.each([
  ['linux', 32, false],
  ['win32', 16, false],
  ['darwin', 18, true]
] as const)('the tray icon on %s is %i pixels wide at its usual size', (platform, width, isTemplate) => {
  const picture = trayImage(nativeImage, platform)
  expect([picture.isEmpty(), picture.getSize().width, picture.isTemplateImage()]).toEqual([false, width, isTemplate])
})
