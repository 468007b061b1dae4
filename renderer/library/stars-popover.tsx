import { useStore } from 'zustand'
import { say } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { StarRating } from '../ui/star-rating.tsx'
import styles from './bulk-bar.module.css'
import { bulkPanelStore, setBulkPanel } from './bulk-panel-store.ts'
import type { LibraryActions } from './use-library-actions.ts'
import { useSelectionSummary } from './use-selection-summary.ts'

/** Rates all selected items. Shows the current rating only if all items have the same rating. */
export function StarsPopover({ keys, actions }: { readonly keys: readonly number[]; readonly actions: LibraryActions }) {
  const isOpen = useStore(bulkPanelStore, (panel) => panel === 'stars')
  const selection = useSelectionSummary(isOpen ? keys : null)
  return (
    <Popover
      label={say('Rate')}
      side="top"
      isOpen={isOpen}
      onOpenChange={(open) => setBulkPanel(open ? 'stars' : null)}
      trigger={
        <Button size="small" icon="star">
          {say('Rate')}
        </Button>
      }
    >
      <div className={styles.stars}>
        <StarRating stars={selection?.stars ?? 0} onChange={(stars) => actions.setStars(keys, stars)} />
        <Button size="small" variant="quiet" onClick={() => actions.setStars(keys, 0)}>
          {say('No rating')}
        </Button>
      </div>
    </Popover>
  )
}
