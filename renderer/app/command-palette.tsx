import type { KeyboardEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { taskStore } from '../bridge/session.ts'
import { useAccount, useCapabilities, useSettings } from '../bridge/use-session.ts'
import { openLibraryWith } from '../library/library-view-store.ts'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { LiveRegion, useAnnounce } from '../ui/live-region.tsx'
import { ImageFrame } from '../ui/image-frame.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import type { PaletteAction, PaletteItem } from './palette-items.ts'
import { maxPaletteResults, paletteGroups } from './palette-items.ts'
import styles from './command-palette.module.css'
import { runAction } from '../actions/action-store.ts'
import { ActionPrice } from '../actions/action-price.tsx'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { menuActionHandler } from '../shortcuts/menu-action-handlers.ts'
import { paletteSelection } from './palette-selection.ts'
import { setBulkPanel } from '../library/bulk-panel-store.ts'
import { selectionGroup } from './palette-selection-items.ts'
import { matchingValues, paletteValues, type PaletteValues } from './palette-value-items.ts'
import { rememberCommand } from './recent-commands.ts'
import { runOnNextFrame } from '../bridge/run-on-next-frame.ts'
import { openCheatSheet, openKeyReplacement } from '../navigation/app-dialogs-store.ts'
import { navigate, routeStore } from '../navigation/route.ts'
import { useLibrarySearch } from './use-library-search.ts'

export type CommandPaletteProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
}

const none: readonly string[] = []

/** Command palette: finds capabilities, tasks, results and actions by typing. */
export function CommandPalette({ isOpen, onClose }: CommandPaletteProps) {
  const run = useRun()
  const recent = useSettings()?.recentCommands ?? none
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={say('Search or run a command')} hasHiddenTitle width="wide" isHigh>
      <Search
        recent={recent}
        onRun={(item, opensForm) => {
          rememberCommand(item, recent)
          onClose()
          run(item.action, opensForm)
        }}
      />
    </Dialog>
  )
}

type SearchProps = {
  readonly recent: readonly string[]
  readonly onRun: (item: PaletteItem, opensForm: boolean) => void
}

function Search({ recent, onRun }: SearchProps) {
  const id = useId()
  const [query, setQuery] = useState('')
  /** Key of the selected item. An index would refer to another item after library results arrive. */
  const [chosen, setChosen] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const announce = useAnnounce()
  const capabilities = useCapabilities()
  const favourites = useSettings()?.favourites ?? []
  const isPractice = useAccount()?.connection?.isPractice ?? false
  const [inputs] = useState(paletteSelection)
  const [isInCompose] = useState(() => routeStore.getState().route.view === 'compose')
  /** Values of the action that the user opened with Tab. Null while the palette shows everything. */
  const [values, setValues] = useState<PaletteValues | null>(null)
  const results = useLibrarySearch(values === null ? query.trim() : '', maxPaletteResults)
  const groups =
    values === null
      ? paletteGroups({
          recent,
          selection: selectionGroup(inputs, query),
          isSelectionImplied: isInCompose,
          query,
          newestFirst: taskStore.all(),
          capabilities: capabilities.state === 'ready' ? capabilities.value : [],
          results,
          favourites,
          isPractice
        })
      : matchingValues(values, query)
  const prompt = values?.title ?? say('Search or run a command')
  const items = groups.flatMap((group) => group.items)
  const here = Math.max(
    0,
    items.findIndex(({ key }) => key === chosen)
  )

  const preview = items[here]?.previewItemId ?? items[here]?.pictureItemId ?? null

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      const next = (here + step + items.length) % items.length
      setChosen(items[next]?.key ?? null)
      list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      const item = items[here]
      if (item) onRun(item, event.shiftKey)
    } else if (values !== null && query === '' && event.key === 'Backspace' && !event.repeat) show(null)
    else if (event.key === 'Tab' && !event.shiftKey && items[here]?.action.kind === 'act') {
      const next = values === null ? paletteValues(items[here]) : null
      if (next === null) onRun(items[here], true)
      else show(next)
    } else return
    event.preventDefault()
  }
  function show(next: PaletteValues | null): void {
    setValues(next)
    setQuery('')
    setChosen(next?.current ?? null)
    if (next !== null) announce(next.group.title)
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
          aria-label={prompt}
          placeholder={prompt}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setChosen(event.target.value === '' ? (values?.current ?? null) : null)
          }}
          onKeyDown={press}
        />
      </div>
      <div className={styles.results}>
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={say('Search results')} className={styles.list}>
          {groups.map((group, index) => (
            <div key={group.title} role="group" aria-labelledby={`${id}-group-${index}`}>
              <div id={`${id}-group-${index}`} className={styles.group}>
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
                    onRun={(opensForm) => onRun(item, opensForm)}
                  />
                )
              })}
            </div>
          ))}
        </div>
        {preview !== null && <ImageFrame src={mediaPaths.thumbnail(preview)} alt="" icon="image" className={styles.preview} />}
      </div>
      {items.length === 0 && <p className={styles.nothing}>{say('No results for “{query}”', { query: query.trim() })}</p>}
      <LiveRegion>{query === '' ? '' : say('{count} found', { count: items.length })}</LiveRegion>
      <Foot action={items[here]?.action} isChoosingValue={values !== null} />
    </>
  )
}

/** Footer with the palette's keys. `action` is the action that Enter runs, or undefined if nothing was found. */
function Foot({ action, isChoosingValue }: { readonly action: PaletteAction | undefined; readonly isChoosingValue: boolean }) {
  const isAction = action?.kind === 'act'
  return (
    <div className={styles.foot}>
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {say('move')}
      </span>
      <span>
        <Kbd>↵</Kbd> {isAction && action.named.action.isReady ? say('send') : say('open')}
      </span>
      {isAction && (
        <span>
          <Kbd>{say('Tab')}</Kbd> {isChoosingValue ? say('open the form') : say('set values')}
        </span>
      )}
      {isChoosingValue && (
        <span>
          <Kbd>⌫</Kbd> {say('back')}
        </span>
      )}
      <span>
        <Kbd>{say('Esc')}</Kbd> {say('close')}
      </span>
      {/* An action shows its price itself. */}
      {!isAction && <span className={styles.promise}>{say('If the price is known, you see it before you send.')}</span>}
    </div>
  )
}

type OptionProps = {
  readonly id: string
  readonly item: PaletteItem
  readonly isChosen: boolean
  readonly onPoint: () => void
  readonly onRun: (opensForm: boolean) => void
}

function Option({ id, item, isChosen, onPoint, onRun }: OptionProps) {
  const shortcut = item.appShortcut === undefined ? item.shortcut : shortcutText('app', item.appShortcut)
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classNames(styles.option, isChosen && styles.chosen)}
      onPointerMove={onPoint}
      onClick={(event) => onRun(event.shiftKey)}
    >
      {item.pictureItemId === null ? (
        <span className={styles.icon}>
          <Icon name={item.icon} />
        </span>
      ) : (
        <ImageFrame src={mediaPaths.thumbnail(item.pictureItemId)} alt="" icon={item.icon} className={styles.picture} />
      )}
      <span dir="auto" className="cut">
        {item.label}
      </span>
      {item.aside !== '' && (
        <span dir="auto" className={classNames(styles.aside, 'cut')}>
          {item.aside}
        </span>
      )}
      {item.action.kind === 'act' && (
        <span className={styles.price}>
          <ActionPrice action={item.action.named.action} itemIds={item.action.itemIds} />
        </span>
      )}
      {shortcut !== undefined && (
        <span className={styles.shortcut}>
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
    </button>
  )
}

function useRun() {
  const sayFailure = useFailureToast()
  const toast = useToast()
  async function saveLedger() {
    const outcome = await request('ledger.save', { connectionId: null })
    sayFailure(outcome)
    if (outcome.ok && outcome.value) toast({ title: say('Ledger saved'), icon: 'check' })
  }
  return (action: PaletteAction, opensForm: boolean) => {
    switch (action.kind) {
      case 'act':
        return runAction(action.named, action.itemIds, { opensForm })
      case 'menu':
        return menuActionHandler(action.name)?.()
      case 'bulk-panel':
        // The menu takes the focus, so the palette must have closed.
        return runOnNextFrame(() => setBulkPanel(action.panel))
      case 'compose':
        return navigate({ view: 'compose', capabilityId: action.capabilityId, prefill: null })
      case 'open-result':
        return navigate({ view: 'viewer', itemId: action.itemId })
      case 'compare':
        return navigate({ view: 'compare', ids: action.itemIds })
      case 'open-task':
        return navigate({ view: 'queue', taskId: action.taskId })
      case 'go':
        return navigate(action.route)
      case 'search-library':
        return openLibraryWith({ search: action.query })
      case 'theme':
        return void request('settings.change', { theme: action.theme }).then(sayFailure)
      case 'replace-key':
        return openKeyReplacement()
      case 'cheat-sheet':
        return openCheatSheet()
      case 'show-library-folder':
        return void request('settings.showLibraryFolder').then(sayFailure)
      case 'open-files':
        return void request('arrivals.browse').then(sayFailure)
      case 'save-ledger':
        return void saveLedger()
      case 'quit':
        return void request('menu.quit').then(sayFailure)
    }
  }
}
