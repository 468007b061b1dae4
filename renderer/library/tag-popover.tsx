import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { maxCollectionNameLength, maxTagLength } from '../../shared/library/query-defaults.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { SearchMenu } from '../ui/search-menu.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import styles from './bulk-bar.module.css'
import { bulkPanelStore, setBulkPanel } from './bulk-panel-store.ts'
import { collectionMenuItems, tagMenuItems, removesTag } from './tag-menu-items.ts'
import type { FacetData } from './use-facets.ts'
import type { LibraryActions } from './use-library-actions.ts'
import { useSelectionSummary } from './use-selection-summary.ts'

export type TagPopoverProps = {
  readonly keys: readonly number[]
  readonly facetData: FacetData | null
  readonly actions: LibraryActions
  readonly side?: 'top' | 'bottom'
}

/**
 * Menu for the tags and collections of the selected items. A tag is on if all items have it, and partly on if only some do. Pressing a tag
 * that is on removes it from all items. Pressing any other tag adds it to all. Collections work the same.
 */
export function TagPopover({ keys, facetData, actions, side = 'top' }: TagPopoverProps) {
  const isOpen = useStore(bulkPanelStore, (panel) => panel === 'tags')
  // Closes the panel on unmount, so that it doesn't open with the next selection or item.
  useEffect(() => () => setBulkPanel(null), [])
  const [kind, setKind] = useState<'tags' | 'collections'>('tags')
  const sayFailure = useFailureToast()
  const selection = useSelectionSummary(isOpen ? keys : null)

  function toggleTag(tag: string, isOn: boolean): void {
    void actions.change(
      isOn ? { keys, removeTags: [tag] } : { keys, addTags: [tag] },
      isOn
        ? say('{count, plural, one {Tag “{tag}” removed} other {Tag “{tag}” removed from # items}}', { tag, count: keys.length })
        : say('{count, plural, one {Tag “{tag}” added} other {Tag “{tag}” added to # items}}', { tag, count: keys.length })
    )
  }
  function toggleCollection(id: number, name: string, isOn: boolean): void {
    void actions.change(
      isOn ? { keys, takeFrom: id } : { keys, addTo: id },
      isOn ? say('Removed from “{name}”', { name }) : say('Added to “{name}”', { name })
    )
  }
  async function createCollection(name: string): Promise<void> {
    const outcome = await request('library.keepCollection', { id: null, name })
    if (outcome.ok) toggleCollection(outcome.value.id, name, false)
    else sayFailure(outcome)
  }
  return (
    <Popover
      label={say('Tags and collections')}
      side={side}
      isOpen={isOpen}
      onOpenChange={(open) => setBulkPanel(open ? 'tags' : null)}
      className={styles.menu}
      trigger={
        <Button size="small" icon="tag">
          {say('Tag')}
        </Button>
      }
    >
      <div className={styles.sides}>
        <SegmentedControl
          label={say('Tag or collection')}
          options={[
            { value: 'tags', label: say('Tags') },
            { value: 'collections', label: say('Collections') }
          ]}
          value={kind}
          onChange={setKind}
        />
      </div>
      {kind === 'tags' ? (
        <SearchMenu
          key="tags"
          isForSeveral
          label={say('Tag')}
          placeholder={say('Find or create a tag')}
          items={tagMenuItems(facetData?.facets.tags.map(({ value }) => value) ?? [], selection)}
          maxLength={maxTagLength}
          onChoose={({ id, mark }, isTyped) => toggleTag(id, removesTag(mark, isTyped))}
          onCreate={{ words: (text) => say('Create tag “{text}”', { text }), create: (text) => toggleTag(text, false) }}
          empty={say('No tags yet. Type a name.')}
        />
      ) : (
        <SearchMenu
          key="collections"
          isForSeveral
          label={say('Collection')}
          placeholder={say('Find or create a collection')}
          items={collectionMenuItems(facetData?.collections ?? [], selection)}
          maxLength={maxCollectionNameLength}
          onChoose={({ id, label, mark }, isTyped) => toggleCollection(Number(id), label, removesTag(mark, isTyped))}
          onCreate={{ words: (text) => say('Create collection “{text}”', { text }), create: (text) => void createCollection(text) }}
          empty={say('No collections yet. Type a name.')}
        />
      )}
    </Popover>
  )
}
