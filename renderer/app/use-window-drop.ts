import { useEffect, useState } from 'react'
import { isDialogOpen } from '../ui/is-dialog-open.ts'
import { draggedItemIds } from '../media/item-drag.ts'

/**
 * Accepts files dropped anywhere in the window, except on other drop targets. Ignores Kiln's own results, and every drop while a dialog is
 * open. Returns true while files are dragged over the window.
 */
export function useWindowDrop(isOn: boolean, onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const listening = new AbortController()
    const { signal } = listening
    function isOurs(event: DragEvent): boolean {
      const holdsFiles = event.dataTransfer?.types.includes('Files') ?? false
      return holdsFiles && !event.defaultPrevented && draggedItemIds().length === 0 && !isDialogOpen()
    }
    function over(event: DragEvent): void {
      if (!isOurs(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    function leave(event: DragEvent): void {
      if (event.relatedTarget === null) setIsOver(false)
    }
    function drop(event: DragEvent): void {
      setIsOver(false)
      if (!isOurs(event)) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) onFiles(files)
    }
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    return () => {
      listening.abort()
      setIsOver(false)
    }
  }, [isOn, onFiles])
  return isOver
}
