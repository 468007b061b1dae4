import { useState } from 'react'
import { useStore } from 'zustand'
import { say } from '../../shared/words/say.ts'
import { useCapabilityMap, useConnectionName } from '../bridge/use-session.ts'
import { useNow } from '../bridge/use-now.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { countWords } from '../ui/figures.ts'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { Facet } from './facet-choices.ts'
import { facetsOf } from './facet-choices.ts'
import styles from './facet-chips.module.css'
import { askLibrary, libraryMemory } from './library-memory.ts'
import { hasFacets, withoutFacets } from './library-query.ts'
import { shownWords } from './tile-words.ts'
import type { FacetAnswer } from './use-facets.ts'

export type FacetChipsProps = { readonly answer: FacetAnswer | null; readonly shown: number; readonly total: number }

/** What the library is narrowed by: each chip is a menu with counts; a chosen one goes away by its cross. At the right how much is left. */
export function FacetChips({ answer, shown, total }: FacetChipsProps) {
  const query = useStore(libraryMemory, (memory) => memory.query)
  const capabilities = useCapabilityMap()
  const connectionName = useConnectionName()
  const now = useNow(60_000)
  const facets =
    answer === null
      ? []
      : facetsOf({
          ...answer,
          query,
          connectionName,
          capabilityTitle: (id) => capabilities.get(id)?.title ?? id,
          now
        })
  return (
    <div className={styles.bar}>
      <div role="group" aria-label={say('Filters')} className={styles.chips}>
        {facets.map((facet) => (
          <FacetChip key={facet.name} facet={facet} />
        ))}
        {hasFacets(query) && (
          <Button look="quiet" size="small" onClick={() => askLibrary(withoutFacets(query))}>
            {say('Clear all')}
          </Button>
        )}
      </div>
      <span role="status" className={classNames('small ink-3 num', styles.count)}>
        {shownWords(shown, total)}
      </span>
    </div>
  )
}

/** From so many choices on one can search among them. */
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
          aria-label={say('Remove: {chosen}', { chosen: facet.chosen })}
          className={styles.remove}
          onClick={() => askLibrary(facet.clear)}
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
  const shown = words === '' ? facet.choices : facet.choices.filter((choice) => choice.words.toLowerCase().includes(words))
  return (
    <>
      {facet.choices.length >= manyChoices && (
        <TextField
          icon="search"
          aria-label={say('Search: {title}', { title: facet.title })}
          placeholder={say('Search {choices, number}', { choices: facet.choices.length })}
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
                askLibrary(choice.change)
                if (!facet.takesMany) onDone()
              }}
            >
              <span className={styles.sign}>{choice.isChosen && <Icon name="check" size="s" />}</span>
              <span dir="auto" className={classNames('cut', styles.choiceWords)}>
                {choice.words}
              </span>
              <span className="ink-3 num">{countWords(choice.count)}</span>
            </button>
          </li>
        ))}
        {shown.length === 0 && <li className={styles.nothing}>{say('Nothing is called that.')}</li>}
      </ul>
    </>
  )
}
