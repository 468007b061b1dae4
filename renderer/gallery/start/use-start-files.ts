import { useCallback, useEffect } from 'react'
import { isDialogOpen } from '../../ui/is-dialog-open.ts'
import { useToast } from '../../ui/toasts.tsx'

/** Returns a function that shows only capabilities that accept the files. Its code is loaded when it’s first called. */
export function useStartFiles(): (files: readonly File[]) => void {
  const toast = useToast()
  return useCallback((files) => void import('./start-from-files.ts').then(({ startFromFiles }) => startFromFiles(files, toast)), [toast])
}

/** Accepts files that are pasted anywhere in the gallery. */
export function useStartFilesPaste(): void {
  const start = useStartFiles()
  useEffect(() => {
    function paste(event: ClipboardEvent): void {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || isDialogOpen()) return
      event.preventDefault()
      start(files)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [start])
}
