import { useState } from 'react'
import { useStore } from 'zustand'
import { say } from '../../shared/i18n/say.ts'
import { useCapabilityMap, useConnectionName } from '../bridge/use-session.ts'
import { useNow } from '../ui/use-now.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import { EditCollectionButton } from './edit-collection-button.tsx'
import type { Facet } from './facet-choices.ts'
import { facetsOf } from './facet-choices.ts'
import styles from './facet-chips.module.css'
import { changeLibraryQuery, libraryViewStore } from './library-view-store.ts'
import { closeRun } from './open-run.ts'
import { hasFacets, withoutFacets } from './library-query.ts'
import { EditTagButton } from './edit-tag-button.tsx'
import { shownCountText } from './tile-aria-label.ts'
import type { FacetData } from './use-facets.ts'
import type { LibraryActions } from './use-library-actions.ts'

export type FacetChipsProps = {
  readonly facetData: FacetData | null
  readonly shown: number
  readonly total: number
  readonly actions: LibraryActions
}

/**
 * Filter chips of the library. Each chip opens a menu with counts. The close button of an active chip removes its filter. The number of
 * matching items is beside the chips.
 */
export function FacetChips({ facetData, shown, total, actions }: FacetChipsProps) {
  const query = useStore(libraryViewStore, (memory) => memory.query)
  const capabilities = useCapabilityMap()
  const connectionName = useConnectionName()
  const now = useNow(60_000)
  const collection = facetData?.collections.find(({ id }) => id === query.collection)
  const tag = query.tags.length === 1 ? query.tags[0] : undefined
  const facets =
    facetData === null
      ? []
      : facetsOf({
          ...facetData,
          query,
          connectionName,
          capabilityTitle: (id) => capabilities.get(id)?.title ?? id,
          now
        })
  return (
    <div className={styles.bar}>
      <div role="group" aria-label={say('Filters')} className={styles.chips}>
        {query.run !== null && <RunChip />}
        {facets.map((facet) => (
          <FacetChip key={facet.name} facet={facet} />
        ))}
        {collection !== undefined && <EditCollectionButton key={collection.id} collection={collection} actions={actions} />}
        {tag !== undefined && <EditTagButton key={tag} tag={tag} actions={actions} />}
        {hasFacets(query) && (
          <Button variant="quiet" size="small" onClick={() => changeLibraryQuery(withoutFacets(query))}>
            {say('Clear all')}
          </Button>
        )}
      </div>
      <span role="status" className={classNames('small ink-3 num', styles.count)}>
        {shownCountText(shown, total)}
      </span>
    </div>
  )
}

/** Chip of the opened stack. Its close button shows all results again. */
function RunChip() {
  const label = say('This run')
  return (
    <span className={classNames(styles.chip, styles.on)}>
      <span className={styles.name}>
        <span className={styles.words}>{label}</span>
      </span>
      <button type="button" aria-label={say('Remove filter: {chosen}', { chosen: label })} className={styles.remove} onClick={closeRun}>
        <Icon name="close" size="xs" />
      </button>
    </span>
  )
}

/** Minimum number of choices for a menu with a search field. */
const manyChoices = 10

function FacetChip({ facet }: { readonly facet: Facet }) {
  const [isOpen, setIsOpen] = useState(false)
  const isOn = facet.chosen !== null
  return (
    <span className={classNames(styles.chip, isOn && styles.on)}>
      <Popover
        label={facet.title}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        className={styles.menu}
        trigger={
          <button type="button" aria-label={isOn ? `${facet.title}: ${facet.chosen}` : facet.title} className={styles.name}>
            <span className={styles.words}>{facet.chosen ?? facet.title}</span>
            {!isOn && <Icon name="chevron-down" size="xs" />}
          </button>
        }
      >
        <FacetMenu facet={facet} onDone={() => setIsOpen(false)} />
      </Popover>
      {isOn && (
        <button
          type="button"
          aria-label={say('Remove filter: {chosen}', { chosen: facet.chosen })}
          className={styles.remove}
          onClick={() => changeLibraryQuery(facet.clear)}
        >
          <Icon name="close" size="xs" />
        </button>
      )}
    </span>
  )
}

function FacetMenu({ facet, onDone }: { readonly facet: Facet; readonly onDone: () => void }) {
  const [text, setText] = useState('')
  const words = text.trim().toLowerCase()
  const shown = words === '' ? facet.choices : facet.choices.filter((choice) => choice.label.toLowerCase().includes(words))
  return (
    <>
      {facet.choices.length >= manyChoices && (
        <SingleLineInput
          icon="search"
          aria-label={say('Search: {title}', { title: facet.title })}
          placeholder={say('Search {choices, number} options', { choices: facet.choices.length })}
          boxClassName={styles.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <ul aria-label={facet.title} className={styles.choices}>
        {shown.map((choice) => (
          <li key={choice.id}>
            <button
              type="button"
              role={facet.takesMany ? 'checkbox' : 'radio'}
              aria-checked={choice.isChosen}
              aria-disabled={(choice.count === 0 && !choice.isChosen) || undefined}
              className={styles.choice}
              onClick={() => {
                if (choice.count === 0 && !choice.isChosen) return
                changeLibraryQuery(choice.change)
                if (!facet.takesMany) onDone()
              }}
            >
              <span className={styles.sign}>{choice.isChosen && <Icon name="check" size="s" />}</span>
              <span dir="auto" className={classNames('cut', styles.choiceWords)}>
                {choice.label}
              </span>
              <span className="ink-3 num">{formatCount(choice.count)}</span>
            </button>
          </li>
        ))}
        {shown.length === 0 && <li className={styles.nothing}>{say('No matches.')}</li>}
      </ul>
    </>
  )
}
