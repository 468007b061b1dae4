import { useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { ResultActions } from '../actions/result-action-buttons.tsx'
import type { LibraryItem } from '../../shared/library/library.ts'
import { say } from '../../shared/i18n/say.ts'
import { navigate } from '../navigation/route.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { Button } from '../ui/button.tsx'
import { formatBytes } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { useRaiseToasts } from '../ui/use-raise-toasts.ts'
import { useFocusFallback } from '../ui/use-focus-fallback.ts'
import styles from './bulk-bar.module.css'
import { updateSelection, libraryViewStore } from './library-view-store.ts'
import { SaveAsPopover } from './save-as-popover.tsx'
import { emptySelection } from './empty-selection.ts'
import { StarsPopover } from './stars-popover.tsx'
import { TagPopover } from './tag-popover.tsx'
import { selectionText } from './tile-aria-label.ts'
import { tabbableTileElement } from './use-cell-focus.ts'
import { InputTargetPopover } from './input-target-popover.tsx'
import type { FacetData } from './use-facets.ts'
import type { LibraryActions } from './use-library-actions.ts'
import { maxLoadedItems, useSelectedItems } from './use-selected-items.ts'

export type BulkBarProps = {
  readonly facetData: FacetData | null
  readonly actions: LibraryActions
}

/** Actions for the selected items. Floats over the library grid while items are selected. */
export function BulkBar(props: BulkBarProps) {
  const selected = useStore(libraryViewStore, ({ selection }) => selection.keys)
  const items = useSelectedItems()
  const count = selected.size
  const bytes = items === null || count === 0 ? null : items.reduce((sum, item) => sum + item.bytes, 0)
  return (
    <>
      <LiveRegion>{count > 0 && (items !== null || count > 500) ? selectionText(count, bytes) : ''}</LiveRegion>
      {count > 0 && <Bar {...props} keys={[...selected]} items={items} bytes={bytes} />}
    </>
  )
}

type BarProps = BulkBarProps & {
  readonly keys: readonly number[]
  /** Null while the items load, or if too many are selected. */
  readonly items: readonly LibraryItem[] | null
  readonly bytes: number | null
}

function Bar({ keys, items, bytes, facetData, actions }: BarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useFocusFallback(bar, tabbableTileElement)
  useRaiseToasts(bar)
  const inputs = useMemo(() => (items === null || items.some(({ state }) => state === 'missing') ? [] : items), [items])
  const canCompare = items !== null && keys.length >= 2 && keys.length <= 4
  return (
    <div ref={bar} role="toolbar" aria-label={say('Selected items')} className={styles.bar}>
      <span className="strong num">{say('{count, number} selected', { count: keys.length })}</span>
      <span className={styles.bytes}>{bytes === null ? '' : formatBytes(bytes)}</span>
      <Button
        size="small"
        icon="columns"
        notReady={!canCompare}
        title={canCompare ? undefined : say('Select 2 to 4 items to compare')}
        onClick={() => items !== null && navigate({ view: 'compare', ids: items.map(({ id }) => id) })}
      >
        {say('Compare')}
      </Button>
      <InputTargetPopover items={items} isTooMany={keys.length > maxLoadedItems} />
      <StarsPopover keys={keys} actions={actions} />
      <TagPopover keys={keys} facetData={facetData} actions={actions} />
      <SaveAsPopover keys={keys} actions={actions} />
      <IconButton
        label={say('Move to trash')}
        icon="trash"
        size="small"
        shortcut={shortcutText('library', 'trash')}
        onClick={() => actions.trash(keys)}
      />
      <span className={styles.line} />
      <IconButton
        label={say('Clear selection')}
        icon="close"
        size="small"
        shortcut={shortcutText('library', 'none')}
        onClick={() => updateSelection(() => emptySelection)}
      />
      {inputs.length > 0 && (
        <div className={styles.actions}>
          <ResultActions items={inputs} limit={3} layout="bar" origin={null} />
        </div>
      )}
    </div>
  )
}
