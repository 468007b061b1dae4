import { useEffect, useState } from 'react'
import { blinkIntervalInMs } from './view-modes.ts'

export type BlinkState = {
  readonly isBeforeShown: boolean
  readonly isAlternating: boolean
  readonly setAlternating: (isAlternating: boolean) => void
  /** Switches to the other image and stops automatic switching. */
  readonly swap: () => void
  /** Shows the source while `isHeld` is true, in every view mode. Call with true when a key is pressed, and false when it is released. */
  readonly hold: (isHeld: boolean) => void
}

/**
 * Alternates between the source and the result in the same position while `isOn` is true. Starts paused if the system asks for reduced
 * motion.
 */
export function useBlink(isOn: boolean): BlinkState {
  const [isBefore, setIsBefore] = useState(false)
  const [isHeld, setIsHeld] = useState(false)
  const [isAlternating, setAlternating] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  useEffect(() => {
    if (!isOn || !isAlternating || isHeld) return
    const timer = setInterval(() => setIsBefore((before) => !before), blinkIntervalInMs)
    return () => clearInterval(timer)
  }, [isOn, isAlternating, isHeld])
  useEffect(() => {
    const release = (): void => setIsHeld(false)
    window.addEventListener('blur', release)
    return () => window.removeEventListener('blur', release)
  }, [])
  return {
    isBeforeShown: isHeld || (isOn && isBefore),
    isAlternating,
    setAlternating,
    swap: () => {
      setAlternating(false)
      setIsBefore((before) => !before)
    },
    hold: setIsHeld
  }
}
