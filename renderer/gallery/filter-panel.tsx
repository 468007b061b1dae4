import { useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import { currentLocale, say } from '../../shared/i18n/say.ts'
import { mediumText } from '../media/capability-text.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import type { IconName } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import type { GalleryFacets } from './gallery-facets.ts'
import {
  activeFacetCount,
  facetCounts,
  inputFacetOptions,
  inputKindText,
  noFacets,
  outputFacetOptions,
  toggleFacetKind
} from './gallery-facets.ts'
import { FilterButton } from './filter-button.tsx'
import styles from './filter-panel.module.css'

export type FilterPanelProps = {
  readonly facets: GalleryFacets
  readonly favourites: readonly string[]
  /** Returns the capabilities that match the tab and the search, before the facets apply. Called only while the panel is open. */
  readonly shown: () => readonly Capability[]
  readonly onChange: (facets: GalleryFacets) => void
}

/** Filters the gallery by inputs and output. Each option shows how many capabilities would match. */
export function FilterPanel({ facets, favourites, shown, onChange }: FilterPanelProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label={say('Filter')}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      align="end"
      trigger={<FilterButton count={activeFacetCount(facets)} />}
    >
      <Choices facets={facets} favourites={favourites} shown={shown} onChange={onChange} />
    </Popover>
  )
}

/** Rendered only while the panel is open. Counting thousands of capabilities takes a large part of a frame. */
function Choices({ facets, favourites, shown, onChange }: FilterPanelProps) {
  const { takes, gives, isFavouritesOnly } = facets
  const counts = facetCounts(shown(), facets, favourites)
  /** The text filter is hidden unless it is chosen or a matching capability outputs text. */
  const isOffered = (kind: Medium): boolean => kind !== 'text' || gives.includes(kind) || (counts.gives.get(kind) ?? 0) > 0
  return (
    <div className={styles.panel}>
      <section aria-labelledby="filter-takes">
        <h3 id="filter-takes">{say('Inputs (match all)')}</h3>
        <div className={styles.choices}>
          {inputFacetOptions.map((kind) => (
            <Choice
              key={kind}
              icon={kind}
              label={inputKindText(kind)}
              count={counts.takes.get(kind) ?? 0}
              isChosen={takes.includes(kind)}
              onToggle={() => onChange({ ...facets, takes: toggleFacetKind(takes, kind) })}
            />
          ))}
        </div>
      </section>
      <section aria-labelledby="filter-gives">
        <h3 id="filter-gives">{say('Output (match any)')}</h3>
        <div className={styles.choices}>
          {outputFacetOptions.filter(isOffered).map((kind) => (
            <Choice
              key={kind}
              icon={kind}
              label={mediumText(kind)}
              count={counts.gives.get(kind) ?? 0}
              isChosen={gives.includes(kind)}
              onToggle={() => onChange({ ...facets, gives: toggleFacetKind(gives, kind) })}
            />
          ))}
        </div>
      </section>
      <div className={styles.choices}>
        <Choice
          icon="star"
          label={say('Favourites only')}
          count={counts.favourites}
          isChosen={isFavouritesOnly}
          onToggle={() => onChange({ ...facets, isFavouritesOnly: !isFavouritesOnly })}
        />
        <span className="grow" />
        <Button variant="quiet" notReady={activeFacetCount(facets) === 0} onClick={() => onChange(noFacets)}>
          {say('Clear all')}
        </Button>
      </div>
    </div>
  )
}

type ChoiceProps = {
  readonly icon: IconName
  readonly label: string
  readonly count: number
  readonly isChosen: boolean
  readonly onToggle: () => void
}

/**
 * Chip for a filter option. Disabled if no capability matches, unless the option is chosen. The user can therefore always remove a filter.
 */
function Choice({ icon, label, count, isChosen, onToggle }: ChoiceProps) {
  return (
    <Chip icon={icon} on={isChosen} notReady={count === 0 && !isChosen} onClick={onToggle}>
      {label}
      <span className={styles.count}>{count.toLocaleString(currentLocale())}</span>
    </Chip>
  )
}
