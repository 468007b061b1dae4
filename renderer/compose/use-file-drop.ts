import { useEffect, useRef, useState } from 'react'
import { carriedItems } from '../bridge/item-drag.ts'
import { addressesIn } from '../fields/handed-media.ts'

export type FileDrop = {
  /** Files that landed anywhere but on a well. */
  readonly onFiles: (files: readonly File[]) => void
  /** Results of our own that did. */
  readonly onItems: (itemIds: readonly string[]) => void
  /** Web addresses that were pasted where no text is written. */
  readonly onAddresses: (addresses: readonly string[]) => void
}

/** Takes files from anywhere in the window: dropped or pasted. Returns whether files are held over it right now. */
export function useFileDrop(drop: FileDrop): boolean {
  const [isDragging, setIsDragging] = useState(false)
  const now = useRef(drop)
  useEffect(() => {
    now.current = drop
  })

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    // Entering a child comes before leaving its parent: only when all are left again, the files are gone.
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
      event.preventDefault()
      end()
      const items = carriedItems()
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
      const addresses = addressesIn(event.clipboardData?.getData('text/plain') ?? '')
      if (isWriting(event.target) || addresses.length === 0) return
      event.preventDefault()
      now.current.onAddresses(addresses)
    }
    window.addEventListener('dragenter', enter, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('drop', land, { signal })
    // A well that takes the drop for itself stops it; the mark has to go all the same.
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
