import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

/**
 * Opens the viewed result's menu with the menu key and Shift+F10, wherever the focus is. Text fields, dialogs and menus are exceptions.
 * Pass the returned ref to the element with the menu.
 */
export function useStageMenuKey(): RefObject<HTMLDivElement | null> {
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => {
    function open(event: MouseEvent): void {
      const own = stage.current
      const isPressed = event.button === pointersOwn
      if (own === null || isPressed || event.defaultPrevented || !(event.target instanceof Element) || own.contains(event.target)) return
      if (event.target.closest('input:not([type=range]), textarea, [contenteditable], [role=dialog], [role=menu]') !== null) return
      event.preventDefault()
      const { left, top, width, height } = own.getBoundingClientRect()
      own.dispatchEvent(
        new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left + width / 2, clientY: top + height / 3 })
      )
    }
    window.addEventListener('contextmenu', open)
    return () => window.removeEventListener('contextmenu', open)
  }, [])
  return stage
}

/** Value of `MouseEvent.button` if the pointer opened the menu. An event from a key has another value. */
const pointersOwn = 2
