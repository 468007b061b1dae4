import type { KeyboardEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { wholeLibrary } from '../../shared/whole-library.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { tasks } from '../bridge/session.ts'
import { useAccount, useCapabilities, useSettings } from '../bridge/use-session.ts'
import { askLibrary } from '../library/library-memory.ts'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { Pic } from '../ui/pic.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import type { PaletteAction, PaletteItem } from './palette-items.ts'
import { mostResults, paletteGroups } from './palette-items.ts'
import styles from './palette.module.css'
import { navigate } from './route.ts'
import { useFoundResults } from './use-found-results.ts'

export type PaletteProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onReplaceKey: () => void
  readonly onCheatSheet: () => void
}

/** "Search or do": capabilities, tasks, results and deeds by typing. */
export function Palette({ isOpen, onClose, ...doors }: PaletteProps) {
  const run = useRun(doors)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={say('Search or do')} hasHiddenTitle width="wide" isHigh>
      <Search
        onRun={(action) => {
          onClose()
          run(action)
        }}
      />
    </Dialog>
  )
}

function Search({ onRun }: { readonly onRun: (action: PaletteAction) => void }) {
  const id = useId()
  const [query, setQuery] = useState('')
  /** By its key: what the library finds comes a moment later, and moves nothing from under a person's hand. */
  const [chosen, setChosen] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const capabilities = useCapabilities()
  const favourites = useSettings()?.favourites ?? []
  const isPractice = useAccount()?.connection?.isPractice ?? false
  const results = useFoundResults(query.trim(), mostResults)
  const groups = paletteGroups({
    query,
    newestFirst: tasks.all(),
    capabilities: capabilities.state === 'ready' ? capabilities.value : [],
    results,
    favourites,
    isPractice
  })
  const items = groups.flatMap((group) => group.items)
  const here = Math.max(
    0,
    items.findIndex(({ key }) => key === chosen)
  )

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      const next = (here + step + items.length) % items.length
      setChosen(items[next]?.key ?? null)
      list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      const item = items[here]
      if (item) onRun(item.action)
    } else return
    event.preventDefault()
  }

  return (
    <>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={items.length === 0 ? undefined : `${id}-${here}`}
          aria-autocomplete="list"
          aria-label={say('Search or do')}
          placeholder={say('Search or do')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setChosen(null)
          }}
          onKeyDown={press}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={say('Found')} className={styles.list}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-labelledby={`${id}-${group.title}`}>
            <div id={`${id}-${group.title}`} className={styles.group}>
              {group.title}
            </div>
            {group.items.map((item) => {
              const place = items.indexOf(item)
              return (
                <Option
                  key={item.key}
                  id={`${id}-${place}`}
                  item={item}
                  isChosen={place === here}
                  onPoint={() => setChosen(item.key)}
                  onRun={() => onRun(item.action)}
                />
              )
            })}
          </div>
        ))}
      </div>
      {items.length === 0 && <p className={styles.nothing}>{say('Nothing found for “{query}”', { query: query.trim() })}</p>}
      <LiveRegion>{query === '' ? '' : say('{count} found', { count: items.length })}</LiveRegion>
      <div className={styles.foot}>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {say('move')}
        </span>
        <span>
          <Kbd>↵</Kbd> {say('open')}
        </span>
        <span>
          <Kbd>{say('Esc')}</Kbd> {say('close')}
        </span>
        <span className={styles.promise}>{say('Nothing is sent from here without its price.')}</span>
      </div>
    </>
  )
}

type OptionProps = {
  readonly id: string
  readonly item: PaletteItem
  readonly isChosen: boolean
  readonly onPoint: () => void
  readonly onRun: () => void
}

function Option({ id, item, isChosen, onPoint, onRun }: OptionProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classNames(styles.option, isChosen && styles.chosen)}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      {item.pictureItemId === null ? (
        <span className={styles.icon}>
          <Icon name={item.icon} />
        </span>
      ) : (
        <Pic src={mediaPaths.thumbnail(item.pictureItemId)} alt="" icon={item.icon} className={styles.picture} />
      )}
      <span dir="auto" className="cut">
        {item.words}
      </span>
      {item.aside !== '' && (
        <span dir="auto" className={classNames(styles.aside, 'cut')}>
          {item.aside}
        </span>
      )}
    </button>
  )
}

function useRun({ onReplaceKey, onCheatSheet }: Pick<PaletteProps, 'onReplaceKey' | 'onCheatSheet'>) {
  const sayFailure = useFailureToast()
  return (action: PaletteAction) => {
    switch (action.kind) {
      case 'compose':
        return navigate({ view: 'compose', capabilityId: action.capabilityId, prefill: null })
      case 'open-result':
        return navigate({ view: 'viewer', itemId: action.itemId })
      case 'compare':
        return navigate({ view: 'compare', ids: action.itemIds })
      case 'open-task':
        return navigate({ view: 'queue', taskId: action.taskId })
      case 'go':
        return navigate(action.view === 'queue' ? { view: 'queue', taskId: null } : { view: action.view })
      case 'search-library':
        askLibrary({ ...wholeLibrary, search: action.query })
        return navigate({ view: 'library' })
      case 'theme':
        return void request('settings.change', { theme: action.theme }).then(sayFailure)
      case 'replace-key':
        return onReplaceKey()
      case 'cheat-sheet':
        return onCheatSheet()
      case 'guide':
        return navigate({ view: 'guide', chapter: null })
      case 'show-library-folder':
        return void request('settings.showLibraryFolder').then(sayFailure)
    }
  }
}
