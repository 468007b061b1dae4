import { useState } from 'react'
import type { LibraryItem } from '../../shared/library.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Popover } from '../ui/popover.tsx'
import { SearchMenu } from '../ui/search-menu.tsx'
import { Segments } from '../ui/segments.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import styles from './bulk-bar.module.css'
import { collectionChoices, tagChoices } from './tag-choices.ts'
import type { FacetAnswer } from './use-facets.ts'
import type { LibraryDeeds } from './use-library-deeds.ts'

export type TagPopoverProps = {
  readonly keys: readonly number[]
  /** Null: not known; then a choice adds. */
  readonly items: readonly LibraryItem[] | null
  readonly answer: FacetAnswer | null
  readonly deeds: LibraryDeeds
}

/** Tags and collections of everything that is chosen: what all have is on, what some have is half on; a press gives it to all, or takes it from all. */
export function TagPopover({ keys, items, answer, deeds }: TagPopoverProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [side, setSide] = useState<'tags' | 'collections'>('tags')
  const sayFailure = useFailureToast()
  const announce = useAnnounce()

  function toggleTag(tag: string, isOn: boolean): void {
    void deeds.change(isOn ? { keys, removeTags: [tag] } : { keys, addTags: [tag] })
    announce(
      isOn
        ? say('Tag {tag} taken from {count, plural, one {it} other {#}}', { tag, count: keys.length })
        : say('{count, plural, one {Tagged with {tag}} other {Tagged # with {tag}}}', { tag, count: keys.length })
    )
  }
  function toggleCollection(id: number, name: string, isOn: boolean): void {
    void deeds.change(isOn ? { keys, takeFrom: id } : { keys, addTo: id })
    announce(isOn ? say('Taken out of {name}', { name }) : say('Added to {name}', { name }))
  }
  async function createCollection(name: string): Promise<void> {
    const outcome = await request('library.keepCollection', { id: null, name })
    if (outcome.ok) toggleCollection(outcome.value.id, name, false)
    else sayFailure(outcome)
  }
  return (
    <Popover
      label={say('Tags and collections')}
      side="top"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={styles.menu}
      trigger={
        <Button size="small" icon="tag">
          {say('Tag')}
        </Button>
      }
    >
      <div className={styles.sides}>
        <Segments
          label={say('What to give')}
          options={[
            { value: 'tags', label: say('Tags') },
            { value: 'collections', label: say('Collections') }
          ]}
          value={side}
          onChange={setSide}
        />
      </div>
      {side === 'tags' ? (
        <SearchMenu
          key="tags"
          isForSeveral
          label={say('Tag')}
          placeholder={say('Add a tag, or find one')}
          items={tagChoices(answer?.facets.tags.map(({ value }) => value) ?? [], items)}
          onChoose={({ id, mark }) => toggleTag(id, mark === 'on')}
          onCreate={{ words: (text) => say('New tag “{text}”', { text }), create: (text) => toggleTag(text, false) }}
          empty={say('No tag yet. Type one.')}
        />
      ) : (
        <SearchMenu
          key="collections"
          isForSeveral
          label={say('Collection')}
          placeholder={say('Add to a collection, or name a new one')}
          items={collectionChoices(answer?.collections ?? [], items)}
          onChoose={({ id, words, mark }) => toggleCollection(Number(id), words, mark === 'on')}
          onCreate={{ words: (text) => say('New collection “{text}”', { text }), create: (text) => void createCollection(text) }}
          empty={say('No collection yet. Type a name.')}
        />
      )}
    </Popover>
  )
}
