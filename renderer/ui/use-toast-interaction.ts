import type { RefObject } from 'react'
import { useCallback, useEffect, useRef } from 'react'

export type ToastInteraction = {
  /** The list of toasts. */
  readonly viewport: RefObject<HTMLOListElement | null>
  /**
   * Moves the focus from the list back to the element that had it before. If that element is gone, focuses the view. Call this function
   * when a toast closes, because Radix then focuses the list.
   */
  readonly leave: () => void
  /** True if the list has the focus, or has the pointer because the user moved it there. Also true if the window is in the background. */
  readonly isAttended: () => boolean
  /** Records whether an Escape was pressed outside the list. Pass this function to Radix as `onEscapeKeyDown`. */
  readonly noteEscape: (event: KeyboardEvent) => void
  /**
   * True while an Escape that was pressed outside the list is handled. Radix would otherwise close the newest toast, and the user would
   * lose its undo action.
   */
  readonly isEscapeElsewhere: () => boolean
}

export function useToastInteraction(): ToastInteraction {
  const viewport = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  // `:hover` isn't enough, because a toast may appear under a pointer that isn't moving.
  const wasPointedAt = useRef(false)
  const isInBackground = useRef(false)
  const escapeIsElsewhere = useRef(false)

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const list = viewport.current
    // Radix puts its own focusable elements beside the list. Focus that comes from these elements doesn't change `cameFrom`.
    const frame = list?.parentElement
    function focusIn({ relatedTarget }: FocusEvent): void {
      if (relatedTarget instanceof HTMLElement && frame?.contains(relatedTarget) === true) return
      cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
    }
    list?.addEventListener('focusin', focusIn, { signal })
    list?.addEventListener('pointermove', () => void (wasPointedAt.current = true), { signal })
    list?.addEventListener('pointerleave', () => void (wasPointedAt.current = false), { signal })
    window.addEventListener('blur', () => void (isInBackground.current = true), { signal })
    window.addEventListener('focus', () => void (isInBackground.current = false), { signal })
    return () => listening.abort()
  }, [])
  const leave = useCallback(() => {
    const hasFocus = (): boolean => viewport.current?.contains(document.activeElement) === true
    wasPointedAt.current = false
    if (hasFocus()) cameFrom.current?.focus({ preventScroll: true })
    if (hasFocus()) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [])
  const isAttended = useCallback(() => {
    const list = viewport.current
    if (isInBackground.current || list === null) return isInBackground.current
    return list.matches(':focus-within') || (wasPointedAt.current && list.matches(':hover'))
  }, [])
  const noteEscape = useCallback(({ target }: KeyboardEvent) => {
    escapeIsElsewhere.current = !(target instanceof Node && viewport.current?.contains(target) === true)
    queueMicrotask(() => void (escapeIsElsewhere.current = false))
  }, [])
  const isEscapeElsewhere = useCallback(() => escapeIsElsewhere.current, [])
  return { viewport, leave, isAttended, noteEscape, isEscapeElsewhere }
}
