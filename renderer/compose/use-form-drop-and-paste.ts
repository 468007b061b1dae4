import { useEffect, useRef, useState } from 'react'
import { draggedItemIds } from '../media/item-drag.ts'
import { parseUrls } from '../fields/dropped-media.ts'

export type FormDropHandlers = {
  /** Files dropped or pasted anywhere except on a media field. */
  readonly onFiles: (files: readonly File[]) => void
  /** Kiln's own results, dropped anywhere except on a media field. */
  readonly onItems: (itemIds: readonly string[]) => void
  /** Web addresses pasted outside text fields. */
  readonly onAddresses: (addresses: readonly string[]) => void
}

/** Accepts dropped files and results, and pasted files and web addresses. Returns true while files are dragged over the window. */
export function useFormDropAndPaste(drop: FormDropHandlers): boolean {
  const [isDragging, setIsDragging] = useState(false)
  const now = useRef(drop)
  useEffect(() => {
    now.current = drop
  })

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    // `dragenter` on a child fires before `dragleave` on its parent. The drag has therefore left the window only when the depth is 0 again.
    let depth = 0
    function end(): void {
      depth = 0
      setIsDragging(false)
    }
    function enter(event: DragEvent): void {
      if (!holdsFiles(event)) return
      depth++
      setIsDragging(true)
    }
    function leave(event: DragEvent): void {
      if (!holdsFiles(event)) return
      depth--
      if (depth <= 0) end()
    }
    function over(event: DragEvent): void {
      if (holdsFiles(event)) event.preventDefault()
    }
    function land(event: DragEvent): void {
      if (!holdsFiles(event)) return
      // Another element accepted the files, such as a collection in the sidebar.
      const isTaken = event.defaultPrevented
      event.preventDefault()
      end()
      if (isTaken) return
      const items = draggedItemIds()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (items.length > 0) now.current.onItems(items)
      else if (files.length > 0) now.current.onFiles(files)
    }
    function paste(event: ClipboardEvent): void {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0) {
        event.preventDefault()
        now.current.onFiles(files)
        return
      }
      const addresses = parseUrls(event.clipboardData?.getData('text/plain') ?? '')
      if (isWriting(event.target) || addresses.length === 0) return
      event.preventDefault()
      now.current.onAddresses(addresses)
    }
    window.addEventListener('dragenter', enter, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('drop', land, { signal })
    // A media field that handles a drop stops the event. This capturing listener still hides the drop indicator.
    window.addEventListener('drop', end, { signal, capture: true })
    window.addEventListener('paste', paste, { signal })
    return () => listening.abort()
  }, [])

  return isDragging
}

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'))
}
