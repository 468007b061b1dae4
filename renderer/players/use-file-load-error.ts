import { useCallback, useState } from 'react'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { fileExists } from './file-exists.ts'

/** Reason why a result can't be displayed. `undisplayable` means that the file exists, but Chromium can't decode it. */
export type FileLoadError = 'missing' | 'undisplayable'

/**
 * Finds the reason why a result can't be displayed. `trouble` is null until a failure is found. Call `report` when the result's element
 * fails to load, and `forget` to try again.
 */
export function useFileLoadError(itemId: string): {
  readonly trouble: FileLoadError | null
  readonly report: () => void
  readonly forget: () => void
} {
  const [found, setFound] = useState<{ readonly itemId: string; readonly trouble: FileLoadError } | null>(null)
  const report = useCallback(() => {
    void fileExists(mediaPaths.result(itemId)).then((isThere) => setFound({ itemId, trouble: isThere ? 'undisplayable' : 'missing' }))
  }, [itemId])
  const forget = useCallback(() => setFound(null), [])
  return { trouble: found?.itemId === itemId ? found.trouble : null, report, forget }
}
