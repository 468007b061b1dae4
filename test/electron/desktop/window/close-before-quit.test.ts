import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { closeBeforeQuit } from '../../../../electron/desktop/window/close-before-quit.ts'

/** An app that quits as Electron does. It first emits `before-quit`, and stays open if a listener prevents the default action. */
class QuittingApp extends EventEmitter {
  isGone = false

  quit(): void {
    let isPrevented = false
    this.emit('before-quit', { preventDefault: () => (isPrevented = true) })
    if (!isPrevented) this.isGone = true
  }
}

function open(limitInMs = 60_000) {
  const app = new QuittingApp()
  const closing = Promise.withResolvers<void>()
  const happened: string[] = []
  const close = closeBeforeQuit({
    app,
    close: () => {
      happened.push('close')
      return closing.promise
    },
    onQuit: () => happened.push('quitting'),
    onError: (error) => happened.push(String(error)),
    limitInMs
  })
  return { app, close, closing, happened }
}

describe('closing before Kiln quits', () => {
  it('delays the first quit until everything is closed, and closes only once', async () => {
    const { app, closing, happened } = open()
    app.quit()
    app.quit()
    expect([app.isGone, happened]).toEqual([false, ['quitting', 'close']])
    closing.resolve()
    await expect.poll(() => app.isGone).toBe(true)
    expect(happened.filter((what) => what === 'close')).toHaveLength(1)
  })

  it('doesn’t prevent the quit if it fails or takes too long', async () => {
    const failing = open()
    failing.app.quit()
    failing.closing.reject(new Error('The disk is full.'))
    await expect.poll(() => failing.app.isGone).toBe(true)
    expect(failing.happened).toContain('Error: The disk is full.')

    const hanging = open(1)
    hanging.app.quit()
    await expect.poll(() => hanging.app.isGone).toBe(true)
  })

  it('happens before an update, and doesn’t delay the following quit', async () => {
    const { app, close, closing, happened } = open()
    const closed = close()
    expect(happened).toEqual(['quitting', 'close'])
    // The app ignores quit requests while `close` is in progress. The caller of `close` quits afterwards.
    app.quit()
    expect(app.isGone).toBe(false)
    closing.resolve()
    await closed
    expect(app.isGone).toBe(false)
    app.quit()
    expect(app.isGone).toBe(true)
    expect(happened.filter((what) => what === 'close')).toHaveLength(1)
  })
})
