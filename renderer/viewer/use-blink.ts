import { useEffect, useState } from 'react'
import { blinkInMs } from './looks.ts'

export type Blink = {
  readonly isBeforeShown: boolean
  readonly isAlternating: boolean
  readonly setAlternating: (isAlternating: boolean) => void
  /** By hand; then it no longer alternates by itself. */
  readonly swap: () => void
  /** Before is shown for as long as a key is held, in whatever way one looks. */
  readonly hold: (isHeld: boolean) => void
}

/** Before and after in turn in one place. Nothing moves by itself where the system asks for that. */
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
    const letGo = (): void => setIsHeld(false)
    window.addEventListener('blur', letGo)
    return () => window.removeEventListener('blur', letGo)
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
