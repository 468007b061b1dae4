import { candidateFrameTimes } from './loop-range.ts'

/** Shows the next or previous frame of a video. */
export type FrameStepper = {
  /** Starts to record which frame of `video` is visible. Returns a function that stops the recording. */
  readonly watch: (video: HTMLVideoElement) => () => void
  /** Pauses the element and steps by one frame. Does nothing if it isn't a video. */
  readonly step: (element: HTMLMediaElement | null, direction: 1 | -1) => Promise<void>
}

export function createFrameStepper(): FrameStepper {
  /** Start of the visible frame, in seconds. */
  let frameAt = 0
  let stepping: Promise<void> = Promise.resolve()
  let stepsAhead = 0

  async function stepNow(element: HTMLMediaElement | null, direction: 1 | -1): Promise<void> {
    if (!(element instanceof HTMLVideoElement)) return
    element.pause()
    const before = frameAt
    for (const guess of candidateFrameTimes(before, direction, Number.isFinite(element.duration) ? element.duration : 0)) {
      await seekAndSee(element, guess)
      if (Math.abs(frameAt - before) > 0.0005) return
    }
  }

  return {
    watch: (video) => {
      let frame = video.requestVideoFrameCallback(see)
      function see(_: number, { mediaTime }: VideoFrameCallbackMetadata): void {
        frameAt = mediaTime
        frame = video.requestVideoFrameCallback(see)
      }
      return () => video.cancelVideoFrameCallback(frame)
    },
    step: (element, direction) => {
      // Steps are queued, because each step starts at the frame that the previous step showed. Because of the limit, stepping stops soon
      // after the user releases a held key.
      if (stepsAhead < maxStepsAhead) {
        stepsAhead += 1
        stepping = stepping.then(() => stepNow(element, direction)).finally(() => (stepsAhead -= 1))
      }
      return stepping
    }
  }
}

const maxStepsAhead = 3
/** Maximum wait for a frame after a seek. The browser doesn't report a frame that is already on the screen. */
const maxWaitInMs = 250
/** Maximum wait for a seek to finish. Some videos can't seek at all. */
const maxSearchInMs = 5_000

/** Seeks to `seconds` and resolves when the frame is on the screen. Also resolves if that takes too long. */
function seekAndSee(video: HTMLVideoElement, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(done, maxSearchInMs)
    const frame = video.requestVideoFrameCallback(done)
    function found(): void {
      clearTimeout(timer)
      timer = setTimeout(done, maxWaitInMs)
    }
    function done(): void {
      clearTimeout(timer)
      video.removeEventListener('seeked', found)
      video.cancelVideoFrameCallback(frame)
      resolve()
    }
    video.addEventListener('seeked', found)
    video.currentTime = seconds
  })
}
