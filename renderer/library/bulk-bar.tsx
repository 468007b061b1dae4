import { useRef } from 'react'
import { useStore } from 'zustand'
import type { LibraryItem } from '../../shared/library.ts'
import { say } from '../../shared/words/say.ts'
import type { InputPlace } from '../bridge/input-places.ts'
import { shortcutWords } from '../bridge/shortcut-words.ts'
import { Button } from '../ui/button.tsx'
import { byteWords } from '../ui/figures.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { useFloatsAtFoot } from '../ui/use-floats-at-foot.ts'
import { useFocusHeir } from '../ui/use-focus-heir.ts'
import styles from './bulk-bar.module.css'
import { choose, libraryMemory } from './library-memory.ts'
import { SaveAs } from './save-as.tsx'
import { noSelection } from './selection.ts'
import { TagPopover } from './tag-popover.tsx'
import { selectionWords } from './tile-words.ts'
import { tileForKeyboard } from './use-cell-focus.ts'
import { UseAsInput } from './use-as-input.tsx'
import type { FacetAnswer } from './use-facets.ts'
import type { LibraryDeeds } from './use-library-deeds.ts'
import { useSelectedItems } from './use-selected-items.ts'

export type BulkBarProps = {
  readonly answer: FacetAnswer | null
  readonly deeds: LibraryDeeds
  readonly onCompare: (itemIds: readonly string[]) => void
  readonly onUse: (place: InputPlace, itemIds: readonly string[]) => void
}

/** What can be done with everything that is chosen. Floats over the shelf while something is. */
export function BulkBar(props: BulkBarProps) {
  const selected = useStore(libraryMemory, ({ selection }) => selection.keys)
  const items = useSelectedItems()
  const count = selected.size
  const bytes = items === null || count === 0 ? null : items.reduce((sum, item) => sum + item.bytes, 0)
  return (
    <>
      <LiveRegion>{count > 0 && (items !== null || count > 500) ? selectionWords(count, bytes) : ''}</LiveRegion>
      {count > 0 && <Bar {...props} keys={[...selected]} items={items} bytes={bytes} />}
    </>
  )
}

type BarProps = BulkBarProps & {
  readonly keys: readonly number[]
  /** Null: they are being read, or too many. */
  readonly items: readonly LibraryItem[] | null
  readonly bytes: number | null
}

function Bar({ keys, items, bytes, answer, deeds, onCompare, onUse }: BarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useFocusHeir(bar, tileForKeyboard)
  useFloatsAtFoot()
  const canCompare = items !== null && keys.length >= 2 && keys.length <= 4
  return (
    <div ref={bar} role="toolbar" aria-label={say('Selected')} className={styles.bar}>
      <span className="strong num">{say('{count, number} selected', { count: keys.length })}</span>
      <span className={styles.bytes}>{bytes === null ? '' : byteWords(bytes)}</span>
      <Button
        size="small"
        icon="columns"
        notReady={!canCompare}
        title={canCompare ? undefined : say('Choose two to four to compare them')}
        onClick={() => items !== null && onCompare(items.map(({ id }) => id))}
      >
        {say('Compare')}
      </Button>
      <UseAsInput items={items} onUse={onUse} />
      <TagPopover keys={keys} items={items} answer={answer} deeds={deeds} />
      <SaveAs keys={keys} />
      <IconButton
        label={say('Move to the trash')}
        icon="trash"
        size="small"
        shortcut={shortcutWords('library', 'trash')}
        onClick={() => deeds.trash(keys)}
      />
      <span className={styles.line} />
      <IconButton
        label={say('Clear the selection')}
        icon="close"
        size="small"
        shortcut={shortcutWords('library', 'none')}
        onClick={() => choose(() => noSelection)}
      />
    </div>
  )
}
