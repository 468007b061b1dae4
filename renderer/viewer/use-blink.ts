import { useEffect, useState } from 'react'
import { blinkInMs } from './view-modes.ts'

export type Blink = {
  readonly isBeforeShown: boolean
  readonly isAlternating: boolean
  readonly setAlternating: (isAlternating: boolean) => void
  /** Switches to the other image, and stops alternating automatically. */
  readonly swap: () => void
  /** Shows the source while a key is held, in every compare mode. */
  readonly hold: (isHeld: boolean) => void
}

/** Alternates before and after in one place. Starts paused if the system asks for reduced motion. */
export function useBlink(isOn: boolean): Blink {
  const [isBefore, setIsBefore] = useState(false)
  const [isHeld, setIsHeld] = useState(false)
  const [isAlternating, setAlternating] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  useEffect(() => {
    if (!isOn || !isAlternating || isHeld) return
    const timer = setInterval(() => setIsBefore((before) => !before), blinkInMs)
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
