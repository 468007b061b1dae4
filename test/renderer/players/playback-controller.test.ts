import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlaybackController } from '../../../renderer/players/playback-controller.ts'

/** A fake media element with only the members that affect the end of a clip. */
class Clip extends EventTarget {
  duration = 4
  currentTime = 0
  paused = true
  ended = false
  seeking = false
  plays = 0

  play(): Promise<void> {
    this.plays += 1
    this.paused = false
    this.ended = false
    this.dispatchEvent(new Event('play'))
    return Promise.resolve()
  }
  pause(): void {
    if (this.paused) return
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }
  /** Ends the clip in the order of the HTML standard: a playing clip is paused first. */
  reachEnd(): void {
    this.currentTime = this.duration
    this.ended = true
    if (!this.paused) {
      this.paused = true
      this.dispatchEvent(new Event('pause'))
    }
    this.dispatchEvent(new Event('ended'))
  }
}

beforeEach(() => {
  // Makes `clip instanceof HTMLVideoElement` false, so that the playback doesn't watch video frames.
  vi.stubGlobal('HTMLVideoElement', Date)
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
})
afterEach(() => vi.unstubAllGlobals())

describe('the end of a video', () => {
  function attached(): { readonly clip: Clip; readonly playback: ReturnType<typeof createPlaybackController> } {
    const [clip, playback] = [new Clip(), createPlaybackController()]
    playback.attach(0, clip as unknown as HTMLMediaElement)
    return { clip, playback }
  }

  it('does not restart a paused video that was moved to its end', () => {
    const { clip, playback } = attached()
    clip.reachEnd()
    expect(clip.plays).toBe(0)
    expect(playback.state().isPlaying).toBe(false)
  })

  it('restarts a video that played to its end', () => {
    const { clip, playback } = attached()
    playback.toggle()
    clip.reachEnd()
    expect(clip.plays).toBe(2)
    expect(clip.currentTime).toBe(0)
    expect(playback.state().isPlaying).toBe(true)
  })
})

describe('a pause of two videos', () => {
  it('shows both at the same time, even if the second is still seeking', () => {
    const [first, second, playback] = [new Clip(), new Clip(), createPlaybackController()]
    playback.attach(0, first as unknown as HTMLMediaElement)
    playback.attach(1, second as unknown as HTMLMediaElement)
    playback.toggle()
    first.currentTime = 2
    second.seeking = true
    playback.toggle()
    expect(second.paused).toBe(true)
    expect(second.currentTime).toBe(2)
  })
})
