import { useCallback } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { startNativeDrag } from '../media/item-drag.ts'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import { createDragImage } from './drag-image.ts'
import { loadLibraryTiles } from './load-library-tiles.ts'

/** Maximum number of files in a drag. Other apps become slow or fail if the user drops more. */
const maxDragged = 500

/** Returns a function that starts a native drag of items. `shown` has the rendered tiles, for the drag image. */
export function useDragItems(): (keys: readonly number[], shown: readonly HTMLElement[]) => Promise<void> {
  const toast = useToast()
  const sayFailure = useFailureToast()
  return useCallback(
    async (keys, shown) => {
      if (keys.length > maxDragged)
        return toast({
          title: say('You can drag up to {most, number} files at once', { most: maxDragged }),
          description: say('To copy {count, number} files, use “Save as…”.', { count: keys.length }),
          icon: 'warning'
        })
      const items = await whilePressed(() => loadLibraryTiles(keys))
      if (items === 'released') return undefined
      if (items === null || items.length === 0)
        return toast({
          title: say('The files couldn’t be read'),
          description: say('Drag the files again.'),
          tone: 'failed',
          icon: 'warning'
        })
      const ids = items.map(({ id }) => id)
      return sayFailure(await startNativeDrag(ids, createDragImage(shown, ids.length)))
    },
    [sayFailure, toast]
  )
}

/**
 * Resolves to the result of `read`. Resolves to `released` if the user has meanwhile released the pointer button. The system then can't
 * start a drag.
 */
async function whilePressed<T>(read: () => Promise<T>): Promise<T | 'released'> {
  const listening = new AbortController()
  let isReleased = false
  window.addEventListener('pointerup', () => (isReleased = true), { signal: listening.signal, capture: true })
  const done = await read()
  listening.abort()
  return isReleased ? 'released' : done
}
