import { useCallback, useState } from 'react'
import { mediaPaths } from '../../shared/media-paths.ts'
import { isFileThere } from './is-file-there.ts'

/** `undisplayable`: the file exists, but Chromium can't decode it. */
export type FileLoadError = 'missing' | 'undisplayable'

/** Why a result can't be displayed. Null if it can. `report`: its element failed. `forget`: try again. */
export function useFileLoadError(itemId: string): {
  readonly trouble: FileLoadError | null
  readonly report: () => void
  readonly forget: () => void
} {
  const [found, setFound] = useState<{ readonly itemId: string; readonly trouble: FileLoadError } | null>(null)
  const report = useCallback(() => {
    void isFileThere(mediaPaths.result(itemId)).then((isThere) => setFound({ itemId, trouble: isThere ? 'undisplayable' : 'missing' }))
  }, [itemId])
  const forget = useCallback(() => setFound(null), [])
  return { trouble: found?.itemId === itemId ? found.trouble : null, report, forget }
}
