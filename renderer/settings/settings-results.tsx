import type { Ref } from 'react'
import { useRef } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { matchedRanges } from '../search/matched-ranges.ts'
import { queryTerms } from '../search/search-terms.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { HighlightedText } from '../ui/highlighted-text.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import type { SettingsMatch } from './settings-search.ts'
import styles from './settings-results.module.css'

export type SettingsResultsProps = {
  readonly ref: Ref<HTMLUListElement>
  readonly query: string
  readonly found: readonly SettingsMatch[]
  readonly onOpen: (match: SettingsMatch) => void
  readonly onClear: () => void
}

/** Settings that match the search. Choosing a setting opens its page and focuses its control. */
export function SettingsResults({ ref, query, found, onOpen, onClear }: SettingsResultsProps) {
  return (
    <>
      <LiveRegion>{say('{count, plural, =0 {No results} one {# result} other {# results}}', { count: found.length })}</LiveRegion>
      {found.length === 0 ? (
        <EmptyState
          icon="search"
          title={say('No results for “{query}”', { query })}
          actions={<Button onClick={onClear}>{say('Clear search')}</Button>}
        >
          {say('Try another word, such as “theme”, “limit” or “proxy”.')}
        </EmptyState>
      ) : (
        <ResultList ref={ref} query={query} found={found} onOpen={onOpen} />
      )}
    </>
  )
}

function ResultList({ ref, query, found, onOpen }: Omit<SettingsResultsProps, 'onClear'>) {
  const words = queryTerms(query)
  const entries = useRef(new Map<number, HTMLButtonElement>())
  return (
    <ul ref={ref} aria-label={say('Search results')} className={styles.results}>
      {found.map((match, place) => (
        <li key={`${match.section} ${match.title}`}>
          <button
            ref={(button) => {
              if (button === null) entries.current.delete(place)
              else entries.current.set(place, button)
            }}
            type="button"
            className={styles.result}
            onClick={() => onOpen(match)}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
              if (step === 0) return
              event.preventDefault()
              entries.current.get(place + step)?.focus()
            }}
          >
            <span className={styles.head}>
              <span className="strong">
                <HighlightedText text={match.title} ranges={matchedRanges(match.title, words)} />
              </span>
              <span className="small ink-3">{match.path}</span>
            </span>
            {match.description !== '' && (
              <span className={styles.description}>
                <HighlightedText text={match.description} ranges={matchedRanges(match.description, words)} />
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
