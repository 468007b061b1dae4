import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { createFrameStepper } from '../../players/frame-stepper.ts'

export type VideoTime = {
  readonly video: RefObject<HTMLVideoElement | null>
  /** Current position in seconds. */
  readonly time: number
  readonly seek: (seconds: number) => void
  readonly stepFrame: (direction: 1 | -1) => void
}

/** Position of the editor's video. The video is always paused. */
export function useVideoTime(): VideoTime {
  const video = useRef<HTMLVideoElement>(null)
  const [time, setTime] = useState(0)
  const [stepper] = useState(createFrameStepper)
  useEffect(() => {
    const element = video.current
    if (element === null) return
    const update = (): void => setTime(element.currentTime)
    const stop = stepper.watch(element)
    element.addEventListener('seeked', update)
    return () => {
      stop()
      element.removeEventListener('seeked', update)
    }
  }, [stepper])
  return {
    video,
    time,
    seek: (seconds) => {
      if (video.current !== null) video.current.currentTime = seconds
      setTime(seconds)
    },
    stepFrame: (direction) => void stepper.step(video.current, direction)
  }
}
