import { useEffect, useRef, useState } from 'react'

/** Time that each image is shown. */
const slideInMs = 4000

export type SlideShow = { readonly isOn: boolean; readonly toggle: () => void; readonly stop: () => void; readonly next: () => void }

/**
 * Shows one result after another automatically. `subject` is the ID of the current result. `isReady`: true once that result is visible. Its
 * display time starts then. `isByClock` is false for media that advance at the end of playback. `onNext` is null for the last result, after
 * which the slide show ends.
 */
export function useSlideShow(subject: string, isReady: boolean, isByClock: boolean, onNext: (() => void) | null): SlideShow {
  const [isOn, setIsOn] = useState(false)
  const now = useRef({ subject, onNext })
  useEffect(() => {
    now.current = { subject, onNext }
  })
  useEffect(() => {
    if (!isOn || !isReady || !isByClock) return
    const timer = setTimeout(() => {
      if (now.current.subject !== subject) return
      if (now.current.onNext === null) setIsOn(false)
      else now.current.onNext()
    }, slideInMs)
    return () => clearTimeout(timer)
  }, [isOn, isReady, isByClock, subject])
  return {
    isOn,
    toggle: () => setIsOn((before) => !before),
    stop: () => setIsOn(false),
    next: () => (onNext === null ? setIsOn(false) : onNext())
  }
}
