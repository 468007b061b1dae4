import { useRef, useState } from 'react'
import type { ShortcutScope } from '../../shared/app/shortcuts.ts'
import { shortcutScopeTitles } from '../../shared/app/shortcuts.ts'
import { say } from '../../shared/i18n/say.ts'
import type { Route } from '../navigation/route.ts'
import { matchedRanges } from '../search/matched-ranges.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { HighlightedText } from '../ui/highlighted-text.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import styles from './cheat-sheet.module.css'
import { searchShortcuts, shortcutQueryTerms } from './search-shortcuts.ts'

export type CheatSheetProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Current view. Its shortcuts come after the global ones. */
  readonly view: Route['view']
}

/** Every shortcut, grouped by scope, with a search box. */
export function CheatSheet({ isOpen, onClose, view }: CheatSheetProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={say('Keyboard shortcuts')} width="large">
      <ShortcutList view={view} />
    </Dialog>
  )
}

function ShortcutList({ view }: Pick<CheatSheetProps, 'view'>) {
  const [query, setQuery] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const terms = shortcutQueryTerms(query)
  const groups = searchShortcuts(scopesFor(view), terms)
  const count = groups.reduce((sum, { shown }) => sum + shown.length, 0)
  return (
    <>
      <div className={styles.search}>
        <SearchBox
          ref={box}
          label={say('Search shortcuts')}
          placeholder={say('Search by name or key')}
          value={query}
          onChange={(typed) => {
            setQuery(typed)
            list.current?.scrollTo({ top: 0 })
          }}
          onArrowDown={() => list.current?.focus()}
          className={styles.box}
        />
        <span role="status" className={classNames('small ink-3', styles.count)}>
          {terms.length === 0
            ? say('{count, plural, one {# shortcut} other {# shortcuts}}', { count })
            : say('{count, plural, =0 {No results} one {# result} other {# results}}', { count })}
        </span>
      </div>
      {count === 0 ? (
        <div className={styles.nothing}>
          <EmptyState
            icon="search"
            title={say('No results for “{query}”', { query: query.trim() })}
            actions={
              <Button
                onClick={() => {
                  setQuery('')
                  box.current?.focus()
                }}
              >
                {say('Clear search')}
              </Button>
            }
          >
            {say('Try a word, such as “zoom”, or a key, such as “Esc”.')}
          </EmptyState>
        </div>
      ) : (
        <ScrollArea ref={list} label={say('Keyboard shortcuts')} className={styles.sheet}>
          <div className={styles.columns}>
            {groups.map(({ scope, title, shown }) => (
              <section key={scope} aria-labelledby={`shortcuts-${scope}`} className={styles.place}>
                <h3 id={`shortcuts-${scope}`} className={styles.heading}>
                  <HighlightedText text={title} ranges={matchedRanges(title, terms)} />
                </h3>
                <dl>
                  {shown.map(({ name, description, keys }) => (
                    <div key={name} className={styles.row}>
                      <dt>
                        <HighlightedText text={description} ranges={matchedRanges(description, terms)} />
                      </dt>
                      <dd className={styles.keys}>
                        {keys.map((key) => (
                          <Kbd key={key}>{key}</Kbd>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        </ScrollArea>
      )}
      <p className="small ink-3">
        {say('Tab moves between controls. Arrow keys adjust sliders and change options. Esc closes dialogs and menus.')}
      </p>
    </>
  )
}

/** Returns the scopes in display order: global shortcuts, then the current view's scopes, then the others. */
function scopesFor(view: Route['view']): readonly ShortcutScope[] {
  const here = new Set<ShortcutScope>(['app', ...scopesOf[view]])
  const all = Object.keys(shortcutScopeTitles) as ShortcutScope[]
  return [...here, ...all.filter((place) => !here.has(place))]
}

const scopesOf: { readonly [view in Route['view']]: readonly ShortcutScope[] } = {
  gallery: ['gallery'],
  compose: ['form', 'stage', 'largeView', 'result', 'presets', 'mask', 'editor'],
  queue: ['queue'],
  library: ['library', 'largeView', 'result'],
  viewer: ['viewer', 'picture', 'eyedropper', 'player', 'model', 'result'],
  compare: ['compare', 'player'],
  faces: ['faces'],
  account: [],
  guide: ['guide'],
  settings: ['settings']
}
