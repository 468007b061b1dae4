import type { ClipboardEvent, DragEvent } from 'react'
import { useState } from 'react'
import type { MediaField } from '../../shared/form/fields.ts'
import { droppedFiles, droppedValues } from './dropped-media.ts'
import { useFormServices } from './form-services.ts'

/**
 * Returns props for an element that adds dropped and pasted media to a field, and whether something is dragged over the element. `index`
 * works as in `FormServices.addFiles`.
 */
export function useMediaDrop(field: MediaField, index: number | null) {
  const services = useFormServices()
  const [isOver, setIsOver] = useState(false)
  function take(data: DataTransfer, event: DragEvent | ClipboardEvent): void {
    // Ignores events that bubble up from a dialog opened in the element.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return
    const files = droppedFiles(data)
    const values = files.length > 0 ? [] : droppedValues(data)
    if (files.length === 0 && values.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    if (files.length > 0) services.addFiles(field, files, index)
    else services.addValues(field, values, index)
  }
  const dropProps = {
    onDragOver: (event: DragEvent): void => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: (): void => setIsOver(false),
    onDrop: (event: DragEvent): void => {
      setIsOver(false)
      take(event.dataTransfer, event)
    },
    onPaste: (event: ClipboardEvent): void => take(event.clipboardData, event)
  }
  return { isOver, dropProps }
}
