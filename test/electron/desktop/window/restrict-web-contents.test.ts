import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { isOwnPage } from '../../../../electron/desktop/window/app-protocol.ts'
import { restrictWebContents } from '../../../../electron/desktop/window/restrict-web-contents.ts'

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0]

function guarded() {
  const refused: string[] = []
  const policies: string[] = []
  let openHandler: OpenHandler | null = null
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (handler: OpenHandler) => {
      openHandler = handler
    },
    setWebRTCIPHandlingPolicy: (policy: string) => policies.push(policy)
  })
  restrictWebContents(contents as unknown as WebContents, isOwnPage, (what) => refused.push(what))
  /** Emits `event`. Returns true if its default action wasn't prevented. */
  const lets = (event: string, details: object): boolean => {
    let isPrevented = false
    contents.emit(event, { ...details, preventDefault: () => void (isPrevented = true) })
    return !isPrevented
  }
  return { lets, refused, policies, open: (url: string) => openHandler?.({ url } as Parameters<OpenHandler>[0]) }
}

describe('a restricted page', () => {
  it.each(['will-navigate', 'will-redirect'])('cancels %s to anything but Kiln’s own page', (event) => {
    const { lets, refused } = guarded()
    for (const url of [
      'https://example.com/',
      'file:///etc/passwd',
      'app://kiln.evil/',
      'app://evil/',
      'javascript:1',
      'data:text/html,x',
      'about:blank',
      ''
    ])
      expect([url, lets(event, { url })]).toEqual([url, false])
    expect(lets(event, { url: 'app://kiln/' })).toBe(true)
    expect(refused).toHaveLength(8)
  })

  it('doesn’t let a frame navigate', () => {
    const { lets } = guarded()
    expect(lets('will-frame-navigate', { url: 'app://kiln/', isMainFrame: false })).toBe(false)
    expect(lets('will-frame-navigate', { url: 'https://example.com/', isMainFrame: true })).toBe(false)
    expect(lets('will-frame-navigate', { url: 'app://kiln/', isMainFrame: true })).toBe(true)
  })

  it('can’t open windows or webviews, even of its own page', () => {
    const { lets, open } = guarded()
    for (const url of ['https://example.com/', 'app://kiln/', 'about:blank']) expect(open(url)).toEqual({ action: 'deny' })
    expect(lets('will-attach-webview', {})).toBe(false)
  })

  it('can’t bypass request blocking with WebRTC datagrams', () => {
    expect(guarded().policies).toEqual(['disable_non_proxied_udp'])
  })
})
