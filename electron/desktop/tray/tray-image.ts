import type { nativeImage as ElectronImages, NativeImage } from 'electron'
import template from '../icons/tray/template.png?inline'
import templateTwice from '../icons/tray/template@2x.png?inline'
import small from '../icons/tray/tray.png?inline'
import smallTwice from '../icons/tray/tray@2x.png?inline'

/** Returns the icon for the tray, or for the menu bar on macOS. */
export function trayImage(nativeImage: Pick<typeof ElectronImages, 'createFromDataURL'>, platform: NodeJS.Platform): NativeImage {
  // Linux gets one size over D-Bus and draws it at 22 pixels or more. The 32-pixel icon stays sharp when scaled down. The 16-pixel icon
  // would blur when scaled up.
  if (platform === 'linux') return nativeImage.createFromDataURL(smallTwice)
  const isMac = platform === 'darwin'
  const image = nativeImage.createFromDataURL(isMac ? template : small)
  image.addRepresentation({ scaleFactor: 2, dataURL: isMac ? templateTwice : smallTwice })
  // macOS draws a template image dark or light to match the menu bar.
  image.setTemplateImage(isMac)
  return image
}
