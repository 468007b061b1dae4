import { useEffect, useRef, useState } from 'react'

/**
 * Accepts a table or folder dropped anywhere in the window while the batch dialog is open. The form beneath the dialog doesn't receive the
 * drop. Returns true while files are dragged over the window.
 */
export function useSourceDrop(onDrop: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const now = useRef(onDrop)
  useEffect(() => {
    now.current = onDrop
  })
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    function take(event: DragEvent): void {
      if (!(event.dataTransfer?.types.includes('Files') ?? false)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setIsOver(event.type === 'dragover')
      const file = event.type === 'drop' ? event.dataTransfer?.files[0] : undefined
      if (file !== undefined) now.current(file)
    }
    for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'] as const) window.addEventListener(type, take, options)
    return () => listening.abort()
  }, [])
  return isOver
}
