import { say } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { focusSearchField } from '../ui/search-box.tsx'
import styles from './no-results.module.css'

export type NoResultsProps = {
  /** The search query. Empty if the filters alone exclude everything. */
  readonly query: string
  /** A query that the user may have meant. Null if there is no suggestion. */
  readonly suggestion: string | null
  /** True if the nearest matches are shown below. */
  readonly hasNearest: boolean
  /** True if a tab or filters are chosen, so that more matches may exist outside them. */
  readonly isNarrowed: boolean
  readonly onAsk: (query: string) => void
  readonly onClear: () => void
  readonly onWiden: () => void
}

/** Shown if nothing matches. Offers a similar query and ways to widen the search. */
export function NoResults({ query, suggestion, hasNearest, isNarrowed, onAsk, onClear, onWiden }: NoResultsProps) {
  function clear(): void {
    onClear()
    focusSearchField()
  }
  const title = query === '' ? say('No results match these filters') : say('No results for “{query}”', { query })
  const actions = (
    <>
      {suggestion !== null && (
        <Button variant="plain" icon="search" onClick={() => onAsk(suggestion)}>
          {suggestion}
        </Button>
      )}
      {isNarrowed && <Button onClick={onWiden}>{query === '' ? say('Clear filters') : say('Search everything')}</Button>}
      {query !== '' && (
        <Button variant={hasNearest ? 'quiet' : 'plain'} onClick={clear}>
          {say('Clear search')}
        </Button>
      )}
    </>
  )
  if (hasNearest) {
    return (
      <div className={styles.line}>
        <h2 className={styles.title}>{title}</h2>
        {suggestion !== null && <span className="ink-2">{say('Did you mean')}</span>}
        {actions}
      </div>
    )
  }
  return (
    <EmptyState icon="search" title={title} actions={actions}>
      {query === '' ? say('Remove a filter, or clear them all.') : say('Try another word or a field name, such as “seed”.')}
    </EmptyState>
  )
}
