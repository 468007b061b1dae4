import { useState } from 'react'
import type { Capability } from '../../shared/capability.ts'
import type { Medium } from '../../shared/json-schema.ts'
import { localeInForce, say } from '../../shared/words/say.ts'
import { mediumWords } from '../bridge/capability-words.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import type { IconName } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import type { Facets } from './facets.ts'
import { countOfFacets, facetCounts, inputKinds, inputKindWords, noFacets, outputKinds, toggled } from './facets.ts'
import { FilterButton } from './filter-button.tsx'
import styles from './filter-panel.module.css'

export type FilterPanelProps = {
  readonly facets: Facets
  readonly favourites: readonly string[]
  /** What tab and search leave, before the facets; asked for only when the panel is open. */
  readonly shown: () => readonly Capability[]
  readonly onChange: (facets: Facets) => void
}

/** Narrows the gallery by what goes in and what comes out. Every choice says how many would be left. */
export function FilterPanel({ facets, favourites, shown, onChange }: FilterPanelProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label={say('Filter')}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      align="end"
      trigger={<FilterButton count={countOfFacets(facets)} />}
    >
      <Choices facets={facets} favourites={favourites} shown={shown} onChange={onChange} />
    </Popover>
  )
}

/** Drawn only while the panel is open: to count thousands costs a part of a frame. */
function Choices({ facets, favourites, shown, onChange }: FilterPanelProps) {
  const { takes, gives, isFavouritesOnly } = facets
  const counts = facetCounts(shown(), facets, favourites)
  /** The service of the specification has no capability that makes text: it is offered where one does. */
  const isOffered = (kind: Medium): boolean => kind !== 'text' || gives.includes(kind) || (counts.gives.get(kind) ?? 0) > 0
  return (
    <div className={styles.panel}>
      <section aria-labelledby="filter-takes">
        <h3 id="filter-takes">{say('Takes all of')}</h3>
        <div className={styles.choices}>
          {inputKinds.map((kind) => (
            <Choice
              key={kind}
              icon={kind}
              words={inputKindWords(kind)}
              count={counts.takes.get(kind) ?? 0}
              isChosen={takes.includes(kind)}
              onToggle={() => onChange({ ...facets, takes: toggled(takes, kind) })}
            />
          ))}
        </div>
      </section>
      <section aria-labelledby="filter-gives">
        <h3 id="filter-gives">{say('Gives one of')}</h3>
        <div className={styles.choices}>
          {outputKinds.filter(isOffered).map((kind) => (
            <Choice
              key={kind}
              icon={kind}
              words={mediumWords(kind)}
              count={counts.gives.get(kind) ?? 0}
              isChosen={gives.includes(kind)}
              onToggle={() => onChange({ ...facets, gives: toggled(gives, kind) })}
            />
          ))}
        </div>
      </section>
      <div className={styles.choices}>
        <Choice
          icon="star"
          words={say('Favourites only')}
          count={counts.favourites}
          isChosen={isFavouritesOnly}
          onToggle={() => onChange({ ...facets, isFavouritesOnly: !isFavouritesOnly })}
        />
        <span className="grow" />
        <Button look="quiet" notReady={countOfFacets(facets) === 0} onClick={() => onChange(noFacets)}>
          {say('Clear all')}
        </Button>
      </div>
    </div>
  )
}

type ChoiceProps = {
  readonly icon: IconName
  readonly words: string
  readonly count: number
  readonly isChosen: boolean
  readonly onToggle: () => void
}

/** What would leave nothing can't be chosen; what is chosen can always be taken back. */
function Choice({ icon, words, count, isChosen, onToggle }: ChoiceProps) {
  return (
    <Chip icon={icon} on={isChosen} notReady={count === 0 && !isChosen} onClick={onToggle}>
      {words}
      <span className={styles.count}>{count.toLocaleString(localeInForce())}</span>
    </Chip>
  )
}
