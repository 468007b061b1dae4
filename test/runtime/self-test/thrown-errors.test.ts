import { describe, expect, it } from 'vitest'
import { assertDraggable } from '../main/assert-draggable.ts'
import { nativeImage, createNativeImage } from '../main/native-image.ts'
import { StandInProtocol } from '../main/protocol.ts'
import { throwUntilReady } from '../main/when-ready.ts'

describe('dragging out of the window', () => {
  const icon = createNativeImage(
    Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  )

  it('requires an icon and a file', () => {
    expect(() => assertDraggable({ file: '/vase.png', icon })).not.toThrow()
    expect(() => assertDraggable({ file: '', files: ['/vase.png'], icon })).not.toThrow()
    expect(() => assertDraggable({ file: '/vase.png', icon: nativeImage.createEmpty() })).toThrow("Must specify non-empty 'icon' option")
    expect(() => assertDraggable({ file: '', files: [], icon })).toThrow("Must specify either 'file' or 'files' option")
  })
})

describe('an API that can’t be used before the app is ready', () => {
  let isReady = false
  const message = 'dialog module can only be used after app is ready'

  it('throws if it’s called or constructed, and works afterwards', () => {
    class Tray {
      readonly isShown = true
    }
    const dialog = throwUntilReady({ showMessageBox: () => 1, showErrorBox: () => 2 }, () => isReady, message, ['showErrorBox'])
    const Guarded = throwUntilReady(Tray, () => isReady, message)
    expect(() => dialog.showMessageBox()).toThrow(message)
    expect(() => new Guarded()).toThrow(message)
    expect(dialog.showErrorBox()).toBe(2)
    isReady = true
    expect([dialog.showMessageBox(), new Guarded().isShown]).toEqual([1, true])
  })

  it('can be a protocol’s handler, whose privileges can only be set before', () => {
    isReady = false
    const protocol = new StandInProtocol(() => isReady)
    protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true } }])
    expect(() => protocol.handle('app', () => new Response())).toThrow('Session can only be received when app is ready')
    isReady = true
    protocol.handle('app', () => new Response())
    expect(() => protocol.registerSchemesAsPrivileged([])).toThrow('should be called before app is ready')
  })
})
