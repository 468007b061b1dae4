import type { FocusEvent, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'

/** Time that the pointer rests on a tile before its actions appear, in milliseconds. Moving over many tiles then shows none. */
const restInMs = 250

export type TileActionsShown = {
  readonly isShown: boolean
  readonly handlers: {
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: (event: FocusEvent) => void
    readonly onBlur: (event: FocusEvent) => void
  }
}

/**
 * True while a tile shows its actions: after the pointer has rested on it, or while it has the keyboard focus. Add `handlers` to the tile’s
 * element, which contains the actions.
 */
export function useTileActionsShown(): TileActionsShown {
  const [isRested, setIsRested] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => () => stop(timer), [])
  return {
    isShown: isRested || hasFocus,
    handlers: {
      onPointerEnter: () => {
        stop(timer)
        timer.current = setTimeout(() => setIsRested(true), restInMs)
      },
      onPointerLeave: () => {
        stop(timer)
        setIsRested(false)
      },
      onFocus: ({ target }) => {
        if (target.matches(':focus-visible')) setHasFocus(true)
      },
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setHasFocus(false)
      }
    }
  }
}

function stop(timer: RefObject<ReturnType<typeof setTimeout> | null>): void {
  if (timer.current !== null) clearTimeout(timer.current)
}
