import { lazy, Suspense, useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import type { ConnectResult } from '../account/use-connect.ts'
import { useStartFiles } from '../gallery/start/use-start-files.ts'
import { say } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Icon } from '../ui/icon.tsx'
import { View, ViewChromeProvider } from '../ui/view.tsx'
import styles from './app.module.css'
import { AppDialogs } from './app-dialogs.tsx'
import { AppMenuButton } from './app-menu-button.tsx'
import { closeAppDialogs, openCheatSheet, openLicences, openPalette, togglePalette } from '../navigation/app-dialogs-store.ts'
import type { Route } from '../navigation/route.ts'
import { navigate, routeStore } from '../navigation/route.ts'
import { focusView, recordViewFocus } from '../navigation/return-focus.ts'
import { RoutedView, usePreloadedViews } from './routed-view.tsx'
import { Sidebar } from './sidebar.tsx'
import { useOpenRequests } from '../navigation/use-open-requests.ts'
import { useContractChangeToast } from './use-contract-change-toast.ts'
import { useWorkspaceWarningToast } from './use-workspace-warning-toast.ts'
import { useImportPresets } from './use-import-presets.ts'
import { useNotificationClicks } from '../navigation/use-notification-clicks.ts'
import { useAppShortcuts } from './use-app-shortcuts.ts'
import { useTaskToasts } from './use-task-toasts.ts'
import { useWindowDrop } from './use-window-drop.ts'

// Loaded separately, so that the first view doesn't wait for them.
const AccountBanner = lazy(async () => ({ default: (await import('../account/account-banner.tsx')).AccountBanner }))
const SendingPausedBanner = lazy(async () => ({
  default: (await import('../settings/sending-paused-banner.tsx')).SendingPausedBanner
}))
const StorageBanner = lazy(async () => ({ default: (await import('../settings/storage-banner.tsx')).StorageBanner }))

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
  const isAlone = hasNoSidebar(route)
  useAppShortcuts({
    onSearch: useCallback((how) => (how === 'open' ? openPalette() : togglePalette()), []),
    onCheatSheet: openCheatSheet,
    onImportPresets: useImportPresets(),
    onLicences: openLicences,
    onConnectionCheck: null,
    isWelcome: false
  })
  useTaskToasts()
  useContractChangeToast()
  useWorkspaceWarningToast()
  useNotificationClicks()
  const arrived = useOpenRequests()
  const { open: openFiles } = arrived
  const startFromFiles = useStartFiles()
  const isDragging = useWindowDrop(route.view !== 'compose', route.view === 'gallery' ? startFromFiles : openFiles)
  usePreloadedViews()
  useEffect(recordViewFocus, [])
  useEffect(() => closeAppDialogs, [])

  const banners = (
    <>
      <Suspense>
        <AccountBanner />
        <SendingPausedBanner />
        <StorageBanner />
      </Suspense>
    </>
  )

  return (
    <div className={classNames(styles.studio, isAlone && styles.alone)}>
      {!isAlone && <Sidebar route={route} onSearch={openPalette} />}
      <ViewChromeProvider banner={isAlone ? null : banners} menu={isAlone ? <AppMenuButton /> : null}>
        <ErrorBoundary key={route.view === 'compose' ? openCount : route.view} fallback={BrokenView}>
          <Suspense fallback={<Opening isAlone={isAlone} />}>
            <RoutedView route={route} />
            <FocusInView route={route} opening={openCount} />
          </Suspense>
        </ErrorBoundary>
      </ViewChromeProvider>
      {isDragging && (
        <div className={styles.drop}>
          <span className={styles.dropWords}>
            <Icon name="arrow-right" />
            {route.view === 'gallery' ? say('Start from these files') : say('Use as input for…')}
          </span>
        </div>
      )}
      <AppDialogs view={route.view} arrived={arrived} onConnected={onConnected} />
    </div>
  )
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
            <Button onClick={() => navigate({ view: 'gallery' })}>{say('Choose a capability')}</Button>
          </>
        }
      >
        {say('Your tasks continue and nothing is lost. Error: “{message}”.', { message: error.message })}
      </EmptyState>
    </View>
  )
}
