import type { RefObject } from 'react'
import { useEffect } from 'react'
import { pressedShortcut } from '../../shared/app/pressed-shortcut.ts'
import { isDialogOpen } from '../ui/is-dialog-open.ts'

/** Focuses a view's search box on `/`, or on Ctrl or Cmd with F. Ignores `/` while the user types. Ignores both while a dialog is open. */
export function useSearchKey(place: 'gallery' | 'queue' | 'library' | 'guide' | 'settings', box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (pressedShortcut(place, event) !== 'search' || isDialogOpen()) return
      const isWriting = event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]') !== null
      if (isWriting && event.key === '/') return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [place, box])
}
