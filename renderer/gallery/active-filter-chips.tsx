import type { Medium } from '../../shared/form/json-schema.ts'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import { say } from '../../shared/i18n/say.ts'
import { mediumText } from '../media/capability-text.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Chip } from '../ui/chip.tsx'
import type { InputKind } from './capability-inputs.ts'
import type { GalleryFacets } from './gallery-facets.ts'
import { inputKindText, noFacets, toggleFacetKind } from './gallery-facets.ts'
import styles from './active-filter-chips.module.css'

export type ActiveFilterChipsProps = {
  readonly facets: GalleryFacets
  /** Files that the user starts from. */
  readonly startFiles: readonly LocalMedia[]
  readonly onChange: (facets: GalleryFacets) => void
  readonly onClearStart: () => void
}

/** Chips for the active filters and start files. Pressing a chip removes its filter. Renders nothing without filters and files. */
export function ActiveFilterChips({ facets, startFiles, onChange, onClearStart }: ActiveFilterChipsProps) {
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
  const [file] = startFiles
  function clearAll(): void {
    onChange(noFacets)
    onClearStart()
  }
  if (chips.length === 0 && file === undefined) return null
  return (
    <div role="group" aria-label={say('Filters')} className={styles.chips}>
      {file !== undefined && (
        <Chip icon={file.facts.medium ?? 'image'} on removes={startFilesText(startFiles)} onClick={onClearStart}>
          <span dir="auto" className={classNames(styles.file, 'cut')}>
            {startFilesText(startFiles)}
          </span>
        </Chip>
      )}
      {chips.map(({ words, icon, without }) => (
        <Chip key={words} icon={icon} removes={words} onClick={() => onChange(without)}>
          {words}
        </Chip>
      ))}
      {chips.length > 0 && (
        <Button variant="quiet" size="small" onClick={clearAll}>
          {say('Clear all')}
        </Button>
      )}
    </div>
  )
}

/** Returns the file's name if there is one file, otherwise the number of files. */
function startFilesText(files: readonly LocalMedia[]): string {
  const [file] = files
  return files.length === 1 && file !== undefined
    ? file.facts.name
    : say('{count, plural, one {# file} other {# files}}', { count: files.length })
}
