import { useState } from 'react'
import type { Capability } from '../../shared/capability.ts'
import type { Medium } from '../../shared/json-schema.ts'
import { localeInForce, say } from '../../shared/words/say.ts'
import { mediumWords } from '../bridge/capability-words.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import type { IconName } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import type { InputKind } from './capability-inputs.ts'
import type { Facets } from './facets.ts'
import { countOfFacets, facetCounts, inputKinds, inputKindWords, noFacets, outputKinds, toggled } from './facets.ts'
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
  const count = countOfFacets(facets)
  return (
    <Popover
      label={say('Filter')}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      align="end"
      trigger={
        <Button look={count > 0 ? 'plain' : 'quiet'} icon="filter" className={styles.trigger}>
          <span className={styles.word}>{say('Filter')}</span>
          {count > 0 && <span className={styles.chosen}>{count}</span>}
        </Button>
      }
    >
      <Choices facets={facets} favourites={favourites} shown={shown} onChange={onChange} />
    </Popover>
  )
}

/** Drawn only while the panel is open: to count thousands costs a part of a frame. */
function Choices({ facets, favourites, shown, onChange }: FilterPanelProps) {
  const { takes, gives, isFavouritesOnly } = facets
  const counts = facetCounts(shown(), facets, favourites)
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
          {outputKinds.map((kind) => (
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

export type FilterChipsProps = { readonly facets: Facets; readonly onChange: (facets: Facets) => void }

/** What the gallery is narrowed to, in sight; each goes away by a press. Nothing while it is not narrowed. */
export function FilterChips({ facets, onChange }: FilterChipsProps) {
  const { takes, gives, isFavouritesOnly } = facets
  const chips: readonly { readonly words: string; readonly icon: InputKind | Medium | 'star'; readonly without: Facets }[] = [
    ...takes.map((kind) => ({
      words: say('Takes {kind}', { kind: inputKindWords(kind) }),
      icon: kind,
      without: { ...facets, takes: toggled(takes, kind) }
    })),
    ...gives.map((kind) => ({
      words: say('Gives {kind}', { kind: mediumWords(kind) }),
      icon: kind,
      without: { ...facets, gives: toggled(gives, kind) }
    })),
    ...(isFavouritesOnly ? [{ words: say('Favourites'), icon: 'star' as const, without: { ...facets, isFavouritesOnly: false } }] : [])
  ]
  if (chips.length === 0) return null
  return (
    <div role="group" aria-label={say('Filters')} className={styles.chips}>
      {chips.map(({ words, icon, without }) => (
        <Chip key={words} icon={icon} removes={words} onClick={() => onChange(without)}>
          {words}
        </Chip>
      ))}
      <Button look="quiet" size="small" onClick={() => onChange(noFacets)}>
        {say('Clear all')}
      </Button>
    </div>
  )
}
