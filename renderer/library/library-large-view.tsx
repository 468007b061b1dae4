import { useEffect, useRef, useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { useFileActions } from '../media/use-file-actions.ts'
import { LargeView } from '../players/large-view.tsx'
import { ResultStage } from '../players/result-stage.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { showLarge } from './library-view-store.ts'
import { openItem } from './open-item.ts'
import { tileAriaLabel } from './tile-aria-label.ts'
import type { LibraryActions } from './use-library-actions.ts'
import { useTile } from './use-tile.ts'

export type LibraryLargeViewProps = {
  readonly itemKey: number
  /** Keys of the grid’s items, in its order. */
  readonly keys: Uint32Array
  readonly actions: Pick<LibraryActions, 'setStars' | 'trash'>
}

/** One library item over the library, as large as possible. The arrow keys step through the grid’s items. */
export function LibraryLargeView({ itemKey, keys, actions }: LibraryLargeViewProps) {
  const tile = useTile(itemKey)
  // The previous item stays visible until the next one is loaded.
  const [shown, setShown] = useState(tile)
  if (tile !== null && tile !== shown) setShown(tile)
  const index = keys.indexOf(itemKey)
  const lastIndex = useRef(index)
  const announce = useAnnounce()
  const fileActionsOf = useFileActions()
  useEffect(() => {
    if (index !== -1) lastIndex.current = index
    // The item was removed, so the next one takes its place.
    else showLarge(keys[Math.min(lastIndex.current, keys.length - 1)] ?? null)
  }, [index, keys])
  const announcedKey = useRef<number | null>(null)
  useEffect(() => {
    // Skips an item that was already announced. The rating action announces a new rating itself.
    if (shown === null || shown.key === announcedKey.current) return
    announcedKey.current = shown.key
    announce(tileAriaLabel(shown))
  }, [shown, announce])
  if (shown === null) return null
  // False until the next item is loaded. The previous item is still visible, so actions would affect an item that the user can't see.
  const isCurrent = shown.key === itemKey
  function step(by: 1 | -1): void {
    const next = keys[index + by]
    if (index !== -1 && next !== undefined) showLarge(next)
  }
  return (
    <LargeView
      isModal
      title={shown.title}
      result={shown}
      renderPlayer={() => (
        <ResultStage
          key={shown.id}
          task={shown}
          result={shown}
          before={null}
          actions={fileActionsOf(shown.id)}
          onMissing={nothing}
          onThrough={null}
        />
      )}
      position={keys.length > 1 ? say('{index, number} of {count, number}', { index: index + 1, count: keys.length }) : null}
      stars={shown.stars}
      onStars={(stars) => isCurrent && actions.setStars([itemKey], stars)}
      onStep={(direction) => step(direction === 'next' ? 1 : -1)}
      onOpen={() => isCurrent && openItem(itemKey, keys)}
      onTrash={() => {
        if (!isCurrent) return
        actions.trash([itemKey])
        showLarge(keys[index + 1] ?? keys[index - 1] ?? null)
      }}
      onClose={() => showLarge(null)}
    />
  )
}

/** Does nothing, because the player itself reports a missing file. */
function nothing(): void {}
