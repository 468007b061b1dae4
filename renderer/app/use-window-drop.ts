import { useEffect, useState } from 'react'
import { carriedItems } from '../bridge/item-drag.ts'

/**
 * Takes files that are dropped where nothing takes them by itself. Results of our own that are dragged out and back again are no new files, and
 * what is dropped on a dialog is its own. True while files are held over the window.
 */
export function useWindowDrop(isOn: boolean, onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const listening = new AbortController()
    const { signal } = listening
    function isOurs(event: DragEvent): boolean {
      const holdsFiles = event.dataTransfer?.types.includes('Files') ?? false
      return holdsFiles && !event.defaultPrevented && carriedItems().length === 0 && document.querySelector('[role=dialog]') === null
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
