import { Suspense } from 'react'
import { useStore } from 'zustand'
import type { Task } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'
import { capabilityIcon } from '../media/capability-text.ts'
import { needsAttention } from '../tasks/expected-duration.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { useAccount, useCapabilityMap, useSettings } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { gridStore } from '../library/grid-store.ts'
import { changeLibraryQuery, libraryViewStore } from '../library/library-view-store.ts'
import { Badge } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatCount } from '../ui/format.ts'
import { Icon, KilnLogo } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { lazyView } from '../ui/lazy-view.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { connectionText } from './connection-text.ts'
import { RunningTasks } from './running-tasks.tsx'
import { AppMenuButton } from './app-menu-button.tsx'
import type { Route } from '../navigation/route.ts'
import { navigate } from '../navigation/route.ts'
import { initialsOf, SidebarLink, Tooltipped } from './sidebar-link.tsx'
import styles from './sidebar.module.css'
import { useIsSidebarRail } from './use-is-sidebar-rail.ts'

const SidebarCollections = lazyView(async () => (await import('./sidebar-collections.tsx')).SidebarCollections)

export type SidebarProps = { readonly route: Route; readonly onSearch: () => void }

/**
 * Sidebar with links to views and favourites, the running tasks and the connection state. In windows up to 1080 pixels wide, the sidebar is
 * a rail of icons with tooltips.
 */
export function Sidebar({ route, onSearch }: SidebarProps) {
  const needing = useTaskSummary(countNeeding)
  return (
    <div className={styles.sidebar}>
      <header className={styles.bar}>
        <AppMenuButton />
        <div className={styles.brand}>
          <KilnLogo />
          <span>{say('Kiln')}</span>
        </div>
      </header>
      <nav aria-label={say('Main')} className={styles.nav}>
        <Tooltipped words={say('Search')}>
          <button type="button" aria-haspopup="dialog" className={styles.find} onClick={onSearch}>
            <Icon name="search" size="s" />
            <span className="grow">{say('Search')}</span>
            <Kbd>{shortcutText('app', 'search')}</Kbd>
          </button>
        </Tooltipped>
        <ul>
          <SidebarLink
            name={say('Gallery')}
            icon="gallery"
            isHere={route.view === 'gallery'}
            onOpen={() => navigate({ view: 'gallery' })}
          />
          <SidebarLink
            name={say('Queue')}
            icon="queue"
            isHere={route.view === 'queue'}
            badge={
              needing > 0 && (
                <Badge
                  className={styles.badge}
                  count={needing}
                  label={say('{count, plural, one {# needs} other {# need}} attention', { count: needing })}
                />
              )
            }
            onOpen={() => navigate({ view: 'queue', taskId: null })}
          />
          <LibraryLink isInLibrary={route.view === 'library'} />
          <SidebarLink name={say('Account')} icon="ledger" isHere={route.view === 'account'} onOpen={() => navigate({ view: 'account' })} />
        </ul>
        <Suspense fallback={null}>
          <SidebarCollections isInLibrary={route.view === 'library'} />
        </Suspense>
        <Favourites route={route} />
      </nav>
      <footer className={styles.foot}>
        <RunningTasks />
        <Connection isInSettings={route.view === 'settings'} />
      </footer>
    </div>
  )
}

/** Library link with the number of items, once the number is known. While a collection is open, the link leads to the whole library. */
function LibraryLink({ isInLibrary }: { readonly isInLibrary: boolean }) {
  const total = useStore(gridStore, ({ page }) => page?.total ?? 0)
  const isInCollection = useStore(libraryViewStore, ({ query }) => isInLibrary && query.collection !== null)
  return (
    <SidebarLink
      name={say('Library')}
      icon="library"
      isHere={isInLibrary && !isInCollection}
      badge={total > 0 && <span className={styles.total}>{formatCount(total)}</span>}
      onOpen={() => {
        if (isInCollection) changeLibraryQuery({ collection: null })
        navigate({ view: 'library' })
      }}
    />
  )
}

function Favourites({ route }: { readonly route: Route }) {
  const favourites = useSettings()?.favourites ?? []
  const capabilities = useCapabilityMap()
  const known = favourites.flatMap((id) => capabilities.get(id) ?? [])
  if (known.length === 0) return null
  const icons = known.map(capabilityIcon)
  return (
    <>
      <h2 id="favourites" className={styles.heading}>
        {say('Favourites')}
      </h2>
      <ul aria-labelledby="favourites" className={styles.favourites}>
        {known.map((capability) => {
          const icon = capabilityIcon(capability)
          const isShared = icons.filter((one) => one === icon).length > 1
          return (
            <SidebarLink
              key={capability.id}
              name={capability.title}
              icon={icon}
              initials={isShared ? initialsOf(capability.title) : undefined}
              isHere={route.view === 'compose' && route.capabilityId === capability.id}
              onOpen={() => navigate({ view: 'compose', capabilityId: capability.id, prefill: null })}
            />
          )
        })}
      </ul>
    </>
  )
}

function Connection({ isInSettings }: { readonly isInSettings: boolean }) {
  const account = useAccount()
  const isRail = useIsSidebarRail()
  if (account === null) return null
  const { name, state, stateWords: stateText, detail } = connectionText(account)
  return (
    <div className={styles.connection}>
      <span className={classNames(styles.sign, styles[state])} title={stateText}>
        {state === 'connected' ? <span className={styles.dot} /> : <Icon name={state === 'held' ? 'held' : 'offline'} size="s" />}
        <VisuallyHidden>{stateText}: </VisuallyHidden>
      </span>
      <div className={styles.account}>
        <div dir="auto" className="strong cut">
          {name}
        </div>
        <div className="small ink-3 num cut">{detail}</div>
      </div>
      <IconButton
        label={isRail ? say('Settings, {name}: {stateWords}', { name, stateWords: stateText }) : say('Settings')}
        icon="settings"
        tooltipSide={isRail ? 'end' : 'top'}
        aria-current={isInSettings ? 'page' : undefined}
        className={isInSettings ? styles.here : undefined}
        onClick={() => navigate({ view: 'settings' })}
      />
    </div>
  )
}

function countNeeding(all: readonly Task[]): number {
  // One confirmation covers all tasks of a batch, so the batch counts once.
  return new Set(all.flatMap((task) => (needsAttention(task) ? [task.question === null ? task.id : (task.batch?.id ?? task.id)] : []))).size
}
