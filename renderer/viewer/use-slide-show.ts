import { useEffect, useRef, useState } from 'react'

/** How long each picture stands. */
const slideInMs = 4000

export type SlideShow = { readonly isOn: boolean; readonly toggle: () => void; readonly stop: () => void; readonly goOn: () => void }

/**
 * One after the other by itself. `isReady`: what is shown is there to be seen; its time begins then. `onNext` null: it is the last, and the
 * show ends with it. What plays goes on when it is through, not by the clock: then `isByClock` is false.
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
    goOn: () => (onNext === null ? setIsOn(false) : onNext())
  }
}
