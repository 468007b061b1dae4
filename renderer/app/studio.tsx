import type { ReactNode } from 'react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { ConnectResult } from '../account/use-connect.ts'
import { say } from '../../shared/i18n/say.ts'
import { useAccount, useProxyState } from '../bridge/use-session.ts'
import { GalleryView } from '../gallery/gallery-view.tsx'
import { subscribeToLibrary } from '../library/grid-store.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyView } from '../ui/lazy-view.tsx'
import { View, ViewChromeProvider } from '../ui/view.tsx'
import styles from './app.module.css'
import { AppMenuButton } from './app-menu-button.tsx'
import type { Route } from '../navigation/route.ts'
import { openFormWithFiles, openFormWithItems } from '../navigation/open-form.ts'
import { navigate, routeStore } from '../navigation/route.ts'
import { focusView, recordViewFocus } from '../navigation/return-focus.ts'
import { Sidebar } from './sidebar.tsx'
import { useOpenRequests } from '../navigation/use-open-requests.ts'
import type { UseAsInputDialogProps } from './use-as-input-dialog.tsx'
import { useContractChangeToast } from './use-contract-change-toast.ts'
import { useWorkspaceWarningToast } from './use-workspace-warning-toast.ts'
import { useImportPresets } from './use-import-presets.ts'
import { useNotificationClicks } from '../navigation/use-notification-clicks.ts'
import { useAppShortcuts } from './use-app-shortcuts.ts'
import { useTaskToasts } from './use-task-toasts.ts'
import { useWindowDrop } from './use-window-drop.ts'

// Overlays are loaded separately, so that the first view doesn't wait for them.
const AccountBanner = lazy(async () => ({ default: (await import('../account/account-banner.tsx')).AccountBanner }))
const StorageBanner = lazy(async () => ({ default: (await import('../settings/storage-banner.tsx')).StorageBanner }))
const Palette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }))
const CheatSheet = lazy(async () => ({ default: (await import('./cheat-sheet.tsx')).CheatSheet }))
const ProxyDialog = lazy(async () => ({ default: (await import('../account/proxy-sign-in-dialog.tsx')).ProxySignInDialog }))
const ConnectDialog = lazy(async () => ({ default: (await import('../account/connect-dialog.tsx')).ConnectDialog }))
const ConnectionCheckDialog = lazy(async () => ({ default: (await import('./connection-check-dialog.tsx')).ConnectionCheckDialog }))
const WhatLeaves = lazy(async () => ({ default: (await import('../account/data-disclosure.tsx')).DataDisclosure }))
const OtherAccounts = lazy(async () => ({ default: (await import('../account/other-accounts.tsx')).OtherAccounts }))
const UseDialog = lazy(async () => ({ default: (await import('./use-as-input-dialog.tsx')).UseAsInputDialog }))
const LicencesDialog = lazy(async () => ({ default: (await import('./licences-dialog.tsx')).LicencesDialog }))
const FilesDialog = lazy(async () => ({ default: (await import('./opened-files-dialog.tsx')).OpenedFilesDialog }))
const ComposeView = lazyView(async () => (await import('../compose/compose-view.tsx')).ComposeView)
const RunAgain = lazyView(async () => (await import('../compose/run-again-button.tsx')).RunAgainButton)
const ItemTags = lazyView(async () => (await import('../library/item-tag-popover.tsx')).ItemTagPopover)
const QueueView = lazyView(async () => (await import('../queue/queue-view.tsx')).QueueView)
const LibraryView = lazyView(async () => (await import('../library/library-view.tsx')).LibraryView)
const ViewerView = lazyView(async () => (await import('../viewer/viewer-view.tsx')).ViewerView)
const CompareView = lazyView(async () => (await import('../viewer/compare-view.tsx')).CompareView)
const FacesView = lazyView(async () => (await import('../faces/faces-view.tsx')).FacesView)
const AccountView = lazyView(async () => (await import('../account/account-view.tsx')).AccountView)
const GuideView = lazyView(async () => (await import('../guide/guide-view.tsx')).GuideView)
const SettingsView = lazyView(async () => (await import('../settings/settings-view.tsx')).SettingsView)

/** True for views that replace the sidebar to give their images more space. */
function hasNoSidebar({ view }: Route): boolean {
  return view === 'viewer' || view === 'compare' || view === 'faces'
}

/**
 * The main window content: sidebar, current view and overlays. Works without an account, except for views that need one (see `needsAccount`
 * in `route.ts`).
 */
export function AppShell({ onConnected }: { readonly onConnected: (connected: ConnectResult) => void }) {
  const { route, openCount } = useStore(routeStore)
  const account = useAccount()
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const [isCheatSheetOpen, setIsCheatSheetOpen] = useState(false)
  const proxy = useProxyState()
  const [isAtProxy, setIsAtProxy] = useState(false)
  const [asked, setAsked] = useState<UseAsInputDialogProps['items'] | null>(null)
  const [areLicencesOpen, setAreLicencesOpen] = useState(false)
  const [checked, setChecked] = useState<{ readonly baseUrl: string | null } | null>(null)
  const [connecting, setConnecting] = useState<{ readonly baseUrl: string } | null>(null)
  const isAlone = hasNoSidebar(route)
  const address = account?.connection?.isPractice === false ? account.connection.baseUrl : ''

  const replaceKey = useCallback(() => setConnecting({ baseUrl: address }), [address])
  const signInToProxy = useCallback(() => setIsAtProxy(true), [])
  const connectOther = useCallback(() => setConnecting({ baseUrl: '' }), [])
  const openCheatSheet = useCallback(() => setIsCheatSheetOpen(true), [])
  const checkConnection = useCallback(() => setChecked({ baseUrl: null }), [])
  useAppShortcuts({
    onSearch: useCallback((how) => setIsPaletteOpen((isOpen) => how === 'open' || !isOpen), []),
    onCheatSheet: openCheatSheet,
    onImportPresets: useImportPresets(),
    onLicences: useCallback(() => setAreLicencesOpen(true), []),
    onConnectionCheck: null,
    isWelcome: false
  })
  useTaskToasts()
  useContractChangeToast()
  useWorkspaceWarningToast()
  useNotificationClicks()
  const arrived = useOpenRequests()
  const { open: openFiles } = arrived
  const isDragging = useWindowDrop(route.view !== 'compose', openFiles)
  useViewsAtHand()
  useEffect(recordViewFocus, [])

  const banners = (
    <>
      <Suspense>
        <AccountBanner
          onReplaceKey={replaceKey}
          onConnect={connectOther}
          onSignInToProxy={signInToProxy}
          onCheckConnection={checkConnection}
        />
        <StorageBanner />
      </Suspense>
    </>
  )

  function viewOf(shown: Route): ReactNode {
    switch (shown.view) {
      case 'gallery':
        return <GalleryView />
      case 'compose':
        return <ComposeView capabilityId={shown.capabilityId} prefill={shown.prefill} onReplaceKey={replaceKey} />
      case 'queue':
        return <QueueView openTaskId={shown.taskId} onReplaceKey={replaceKey} onCheckConnection={checkConnection} />
      case 'library':
        return <LibraryView onAskUse={setAsked} />
      case 'viewer':
        return <ViewerView itemId={shown.itemId} among={shown.among ?? null} onAskUse={setAsked} RunAgain={RunAgain} Tags={ItemTags} />
      case 'compare':
        return <CompareView itemIds={shown.ids} />
      case 'faces':
        return <FacesView taskId={shown.taskId} />
      case 'account':
        return <AccountView section={shown.section ?? null} />
      case 'guide':
        return <GuideView chapter={shown.chapter} />
      case 'settings':
        return (
          <SettingsView
            whatLeaves={<WhatLeaves />}
            otherAccounts={<OtherAccounts />}
            onReplaceKey={replaceKey}
            onConnectOther={connectOther}
            onSignInToProxy={signInToProxy}
            section={shown.section ?? null}
          />
        )
    }
  }

  return (
    <div className={classNames(styles.studio, isAlone && styles.alone)}>
      {!isAlone && <Sidebar route={route} onSearch={() => setIsPaletteOpen(true)} />}
      <ViewChromeProvider banner={isAlone ? null : banners} menu={isAlone ? <AppMenuButton /> : null}>
        <ErrorBoundary key={route.view === 'compose' ? openCount : route.view} fallback={BrokenView}>
          <Suspense fallback={<Opening isAlone={isAlone} />}>
            {viewOf(route)}
            <FocusInView route={route} opening={openCount} />
          </Suspense>
        </ErrorBoundary>
      </ViewChromeProvider>
      {isDragging && (
        <div className={styles.drop}>
          <span className={styles.dropWords}>
            <Icon name="arrow-right" />
            {say('Use as input for…')}
          </span>
        </div>
      )}
      <Suspense>
        <Palette isOpen={isPaletteOpen} onClose={() => setIsPaletteOpen(false)} onReplaceKey={replaceKey} onCheatSheet={openCheatSheet} />
        <CheatSheet isOpen={isCheatSheetOpen} onClose={() => setIsCheatSheetOpen(false)} view={route.view} />
        <ProxyDialog proxy={isAtProxy ? proxy : null} onClose={() => setIsAtProxy(false)} />
        <ConnectDialog
          opened={connecting}
          onClose={() => setConnecting(null)}
          onCheckConnection={(baseUrl) => setChecked({ baseUrl })}
          onConnected={(connected) => {
            setConnecting(null)
            onConnected(connected)
          }}
        />
        <LicencesDialog isOpen={areLicencesOpen} onClose={() => setAreLicencesOpen(false)} />
        {asked !== null && (
          <UseDialog
            items={asked}
            onClose={() => setAsked(null)}
            onUse={(place, ids) => {
              setAsked(null)
              openFormWithItems(place, ids)
            }}
          />
        )}
        <ConnectionCheckDialog
          opened={checked}
          onClose={() => setChecked(null)}
          onOpenNetwork={() => {
            setChecked(null)
            setConnecting(null)
            navigate({ view: 'settings', section: 'network' })
          }}
        />
        {arrived.files !== null && (
          <FilesDialog
            arrived={arrived.files}
            onClose={arrived.close}
            onUse={(place, drafts) => {
              arrived.close()
              openFormWithFiles(place, drafts)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Preloads the library and other views' code while the page is idle. These views then open quickly. */
function useViewsAtHand() {
  useEffect(() => {
    // Failures are reported when the view is opened.
    const idle = requestIdleCallback(() => {
      subscribeToLibrary()
      const views = [ComposeView, QueueView, LibraryView, ViewerView, CompareView, FacesView, AccountView, SettingsView]
      void Promise.allSettled(views.map((view) => view.load()))
    })
    return () => cancelIdleCallback(idle)
  }, [])
}

/** Placeholder for a view whose code is still loading. */
function Opening({ isAlone }: { readonly isAlone: boolean }) {
  return (
    <View label={say('Opening…')} bar={null} isFirst={isAlone} isStage={isAlone}>
      {null}
    </View>
  )
}

/** Rendered after the view, so that the view can set the focus first. */
function FocusInView({ route, opening }: { readonly route: Route; readonly opening: number }) {
  useEffect(() => {
    focusView({ route, opening })
  }, [route, opening])
  return null
}

/** Error screen for a single view. The rest of the window keeps working. */
function BrokenView({ error, onAgain }: { readonly error: Error; readonly onAgain: () => void }) {
  const isAlone = useStore(routeStore, ({ route }) => hasNoSidebar(route))
  return (
    <View label={say('This view couldn’t be displayed')} bar={null} isFirst={isAlone}>
      <EmptyState
        isPage
        isCold
        title={say('This view couldn’t be displayed')}
        actions={
          <>
            <Button variant="go" onClick={onAgain}>
              {say('Try again')}
            </Button>
            <Button onClick={() => navigate({ view: 'gallery' })}>{say('Open the gallery')}</Button>
          </>
        }
      >
        {say('Your tasks continue and nothing is lost. Error: “{message}”.', { message: error.message })}
      </EmptyState>
    </View>
  )
}
