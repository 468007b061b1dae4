import type { Medium } from '../../shared/form/json-schema.ts'
import { say } from '../../shared/i18n/say.ts'
import { mediumText } from '../media/capability-text.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import type { InputKind } from './capability-inputs.ts'
import type { GalleryFacets } from './gallery-facets.ts'
import { inputKindText, noFacets, toggleFacetKind } from './gallery-facets.ts'
import styles from './active-filter-chips.module.css'

export type ActiveFilterChipsProps = { readonly facets: GalleryFacets; readonly onChange: (facets: GalleryFacets) => void }

/** Chips for the active filters of the gallery. Pressing a chip removes its filter. Renders nothing if no filter is active. */
export function ActiveFilterChips({ facets, onChange }: ActiveFilterChipsProps) {
  const { takes, gives, isFavouritesOnly } = facets
  const chips: readonly { readonly words: string; readonly icon: InputKind | Medium | 'star'; readonly without: GalleryFacets }[] = [
    ...takes.map((kind) => ({
      words: say('Input: {kind}', { kind: inputKindText(kind) }),
      icon: kind,
      without: { ...facets, takes: toggleFacetKind(takes, kind) }
    })),
    ...gives.map((kind) => ({
      words: say('Output: {kind}', { kind: mediumText(kind) }),
      icon: kind,
      without: { ...facets, gives: toggleFacetKind(gives, kind) }
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
      <Button variant="quiet" size="small" onClick={() => onChange(noFacets)}>
        {say('Clear all')}
      </Button>
    </div>
  )
}
