import { say } from '../../shared/words/say.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import styles from './nothing-found.module.css'

export type NothingFoundProps = {
  /** What was searched for; empty: the filters alone leave nothing. */
  readonly query: string
  /** What may have been meant; null: nothing comes near. */
  readonly suggestion: string | null
  /** The nearest stand below. */
  readonly hasNearest: boolean
  /** A tab or filters are chosen, so that there may be something elsewhere. */
  readonly isNarrowed: boolean
  readonly onAsk: (query: string) => void
  readonly onClear: () => void
  readonly onWiden: () => void
}

/** Nothing is there; what comes nearest is offered, and every way out. */
export function NothingFound({ query, suggestion, hasNearest, isNarrowed, onAsk, onClear, onWiden }: NothingFoundProps) {
  const title = query === '' ? say('Nothing fits these filters') : say('Nothing found for “{query}”', { query })
  const actions = (
    <>
      {suggestion !== null && (
        <Button look="plain" icon="search" onClick={() => onAsk(suggestion)}>
          {suggestion}
        </Button>
      )}
      {isNarrowed && <Button onClick={onWiden}>{query === '' ? say('Clear the filters') : say('Look in all')}</Button>}
      {query !== '' && (
        <Button look={hasNearest ? 'quiet' : 'plain'} onClick={onClear}>
          {say('Clear the search')}
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
      {query === '' ? say('Take one away, or look in all.') : say('Try a word of what it does, or the name of a field, such as “seed”.')}
    </EmptyState>
  )
}
