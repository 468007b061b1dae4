import type { Medium } from '../../shared/json-schema.ts'
import { say } from '../../shared/words/say.ts'
import { mediumWords } from '../bridge/capability-words.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import type { InputKind } from './capability-inputs.ts'
import type { Facets } from './facets.ts'
import { inputKindWords, noFacets, toggled } from './facets.ts'
import styles from './filter-chips.module.css'

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
