import type { ReactNode } from 'react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Connected } from '../account/use-connect.ts'
import type { DraftMedia } from '../../shared/media-facts.ts'
import { say } from '../../shared/words/say.ts'
import type { InputPlace } from '../bridge/input-places.ts'
import { valuesWithInput } from '../bridge/input-places.ts'
import { useAccount, useAppInfo, useProxy } from '../bridge/use-session.ts'
import { tasks } from '../bridge/session.ts'
import { GalleryView } from '../gallery/gallery-view.tsx'
import { followLibrary } from '../library/shelf-store.ts'
import { StorageBanner } from '../settings/storage-banner.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Icon } from '../ui/icon.tsx'
import { lateView } from '../ui/late-view.tsx'
import { View, ViewBannerProvider } from '../ui/view.tsx'
import type { Origin } from '../viewer/viewer-view-props.ts'
import styles from './app.module.css'
import type { Route } from './route.ts'
import { navigate, navigateBack, routes } from './route.ts'
import { Sidebar } from './sidebar.tsx'
import { useArrivals } from './use-arrivals.ts'
import type { UseDialogProps } from './use-dialog.tsx'
import { useContractChangeNotice } from './use-contract-change-notice.ts'
import { useDeskNotice } from './use-desk-notice.ts'
import { useImportPresets } from './use-import-presets.ts'
import { useNoticePlaces } from './use-notice-places.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useTaskNews } from './use-task-news.ts'
import { useWindowDrop } from './use-window-drop.ts'

// What floats above a view is read right after the first one was drawn.
const AccountBanner = lazy(async () => ({ default: (await import('../account/account-banner.tsx')).AccountBanner }))
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const CheatSheet = lazy(async () => ({ default: (await import('./cheat-sheet.tsx')).CheatSheet }))
const ProxyDialog = lazy(async () => ({ default: (await import('../account/proxy-dialog.tsx')).ProxyDialog }))
const ConnectDialog = lazy(async () => ({ default: (await import('../account/connect-dialog.tsx')).ConnectDialog }))
const ConnectionCheckDialog = lazy(async () => ({ default: (await import('./connection-check-dialog.tsx')).ConnectionCheckDialog }))
const WhatLeaves = lazy(async () => ({ default: (await import('../account/what-leaves.tsx')).WhatLeaves }))
const UseDialog = lazy(async () => ({ default: (await import('./use-dialog.tsx')).UseDialog }))
const LicencesDialog = lazy(async () => ({ default: (await import('./licences-dialog.tsx')).LicencesDialog }))
const FilesDialog = lazy(async () => ({ default: (await import('./files-dialog.tsx')).FilesDialog }))
const ComposeView = lateView(async () => (await import('../compose/compose-view.tsx')).ComposeView)
const RunAgain = lateView(async () => (await import('../compose/run-again.tsx')).RunAgain)
const QueueView = lateView(async () => (await import('../queue/queue-view.tsx')).QueueView)
const LibraryView = lateView(async () => (await import('../library/library-view.tsx')).LibraryView)
const ViewerView = lateView(async () => (await import('../viewer/viewer-view.tsx')).ViewerView)
const CompareView = lateView(async () => (await import('../viewer/compare-view.tsx')).CompareView)
const FacesView = lateView(async () => (await import('../faces/faces-view.tsx')).FacesView)
const AccountView = lateView(async () => (await import('../account/account-view.tsx')).AccountView)
const GuideView = lateView(async () => (await import('../guide/guide-view.tsx')).GuideView)
const SettingsView = lateView(async () => (await import('../settings/settings-view.tsx')).SettingsView)

const openResult = (itemId: string) => navigate({ view: 'viewer', itemId })
const openOfLibrary = (itemId: string, among: Uint32Array) => navigate({ view: 'viewer', itemId, among })
const compare = (ids: readonly string[]) => navigate({ view: 'compare', ids })
const openTask = (taskId: string) => navigate({ view: 'queue', taskId })
const openFaces = (taskId: string) => navigate({ view: 'faces', taskId })
const openAccount = () => navigate({ view: 'account' })
const openGallery = () => navigate({ view: 'gallery' })
const openContractChanges = () => navigate({ view: 'settings', section: 'contract-changes' })
const openNetwork = () => navigate({ view: 'settings', section: 'network' })
const openGuide = (chapter: string) => navigate({ view: 'guide', chapter })
const openForm = (capabilityId: string) => navigate({ view: 'compose', capabilityId, prefill: null })

/** The form with all that made a task, to change something. */
function openFormOf(taskId: string) {
  const task = tasks.get(taskId)
  if (task) openFormFrom({ capability: task.capability, values: task.values, taskId })
}

function openFormFrom({ capability, values, ...origin }: Origin) {
  navigate({ view: 'compose', capabilityId: capability, prefill: { values, from: origin } })
}

/** The form of a capability with these results in one of its fields, beside what it holds already. */
function openFormWith({ capability, field }: InputPlace, itemIds: readonly string[]) {
  const references = itemIds.map((item) => ({ item }))
  navigate({
    view: 'compose',
    capabilityId: capability.id,
    prefill: { values: valuesWithInput(field, references), from: null, isAdded: true }
  })
}

/** The same with files that a person opened with Kiln. */
function openFormWithFiles({ capability, field }: InputPlace, drafts: readonly DraftMedia[]) {
  const values = valuesWithInput(
    field,
    drafts.map(({ draft }) => ({ draft }))
  )
  navigate({ view: 'compose', capabilityId: capability.id, prefill: { values, from: null, isAdded: true, drafts } })
}

function RunOriginAgain({ origin }: { readonly origin: Origin }) {
  return <RunAgain origin={origin} onOpenTask={openTask} onOpenAccount={openAccount} onOpenForm={() => openFormFrom(origin)} />
}

/** The viewer takes the room of the sidebar for its picture. */
function hasNoSidebar({ view }: Route): boolean {
  return view === 'viewer' || view === 'compare' || view === 'faces'
}

/** The window once a connection is there: sidebar, view, and what floats above both. */
export function Studio({ onConnected }: { readonly onConnected: (connected: Connected) => void }) {
  const { route, opening } = useStore(routes)
  const account = useAccount()
  const isKeyStorageSecure = useAppInfo()?.isKeyStorageSecure ?? true
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const [isCheatSheetOpen, setIsCheatSheetOpen] = useState(false)
  const proxy = useProxy()
  const [isAtProxy, setIsAtProxy] = useState(false)
  const [asked, setAsked] = useState<UseDialogProps['items'] | null>(null)
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
  useShortcuts(
    useCallback((how) => setIsPaletteOpen((isOpen) => how === 'open' || !isOpen), []),
    openCheatSheet,
    useImportPresets(),
    useCallback(() => setAreLicencesOpen(true), [])
  )
  useTaskNews({ onOpenResult: openResult, onOpenTask: openTask, onChooseFaces: openFaces })
  useContractChangeNotice(openContractChanges)
  useDeskNotice()
  useNoticePlaces()
  const arrived = useArrivals()
  const { open: openFiles } = arrived
  const isDragging = useWindowDrop(route.view !== 'compose', openFiles)
  useViewsAtHand()

  const banners = (
    <>
      <Suspense>
        <AccountBanner
          onReplaceKey={replaceKey}
          onConnect={connectOther}
          onSignInToProxy={signInToProxy}
          onOpenNetwork={openNetwork}
          onCheckConnection={checkConnection}
        />
      </Suspense>
      <StorageBanner />
    </>
  )

  function viewOf(shown: Route): ReactNode {
    switch (shown.view) {
      case 'gallery':
        return <GalleryView onOpen={openForm} />
      case 'compose':
        return (
          <ComposeView
            capabilityId={shown.capabilityId}
            prefill={shown.prefill}
            onOpenResult={openResult}
            onOpenTask={openTask}
            onOpenAccount={openAccount}
            onReplaceKey={replaceKey}
            onLeave={openGallery}
          />
        )
      case 'queue':
        return (
          <QueueView
            openTaskId={shown.taskId}
            onOpenResult={openResult}
            onSendAgain={openFormOf}
            onChooseFaces={openFaces}
            onOpenAccount={openAccount}
            onReplaceKey={replaceKey}
            onOpenGallery={openGallery}
            onCheckConnection={checkConnection}
          />
        )
      case 'library':
        return (
          <LibraryView
            onOpenResult={openOfLibrary}
            onOpenTask={openTask}
            onOpenGallery={openGallery}
            onCompare={compare}
            onUse={openFormWith}
            onAskUse={setAsked}
          />
        )
      case 'viewer':
        return (
          <ViewerView
            itemId={shown.itemId}
            among={shown.among ?? null}
            onBack={navigateBack}
            onRemix={openFormFrom}
            onShow={(itemId) => navigate({ ...shown, itemId })}
            onOpenTask={openTask}
            onCompare={compare}
            onUse={openFormWith}
            onAskUse={setAsked}
            RunAgain={RunOriginAgain}
          />
        )
      case 'compare':
        return <CompareView itemIds={shown.ids} onBack={navigateBack} onShow={openResult} onChange={compare} />
      case 'faces':
        return <FacesView taskId={shown.taskId} onBack={navigateBack} onOpenTask={openTask} />
      case 'account':
        return <AccountView onOpenTask={openTask} onOpenResult={openResult} onOpenGallery={openGallery} />
      case 'guide':
        return <GuideView chapter={shown.chapter} onOpen={openGuide} />
      case 'settings':
        return (
          <SettingsView
            whatLeaves={<WhatLeaves isKeyStorageSecure={isKeyStorageSecure} />}
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
      <ViewBannerProvider banner={isAlone ? null : banners}>
        <ErrorBoundary key={route.view === 'compose' ? opening : route.view} fallback={BrokenView}>
          <Suspense fallback={<Opening isAlone={isAlone} />}>
            {viewOf(route)}
            <FocusInView opening={opening} />
          </Suspense>
        </ErrorBoundary>
      </ViewBannerProvider>
      {isDragging && (
        <div className={styles.drop}>
          <span className={styles.dropWords}>
            <Icon name="arrow-right" />
            {say('Use as input of…')}
          </span>
        </div>
      )}
      <Suspense>
        <Palette isOpen={isPaletteOpen} onClose={() => setIsPaletteOpen(false)} onReplaceKey={replaceKey} onCheatSheet={openCheatSheet} />
        <CheatSheet isOpen={isCheatSheetOpen} onClose={() => setIsCheatSheetOpen(false)} view={route.view} />
        <ProxyDialog proxy={isAtProxy ? proxy : null} onClose={() => setIsAtProxy(false)} />
        <ConnectDialog
          opened={connecting}
          isKeyStorageSecure={isKeyStorageSecure}
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
              openFormWith(place, ids)
            }}
          />
        )}
        <ConnectionCheckDialog
          opened={checked}
          onClose={() => setChecked(null)}
          onOpenNetwork={() => {
            setChecked(null)
            setConnecting(null)
            openNetwork()
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

/** The first view starts alone; once it stands, the library and the others are read too, so that no door opens slowly. */
function useViewsAtHand() {
  useEffect(() => {
    // What fails here is told when the view is opened.
    const idle = requestIdleCallback(() => {
      followLibrary()
      const views = [ComposeView, QueueView, LibraryView, ViewerView, CompareView, FacesView, AccountView, SettingsView]
      void Promise.allSettled(views.map((view) => view.read()))
    })
    return () => cancelIdleCallback(idle)
  }, [])
}

/** The frame of a view whose code is still being read. */
function Opening({ isAlone }: { readonly isAlone: boolean }) {
  return (
    <View label={say('Opening')} bar={null} isFirst={isAlone} isStage={isAlone}>
      {null}
    </View>
  )
}

/** After a change of view the focus is in the view, unless it is somewhere already. Stands behind the view, so that the view goes first. */
function FocusInView({ opening }: { readonly opening: number }) {
  useEffect(() => {
    if (opening > 0 && document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [opening])
  return null
}

/** A view that could not be drawn takes nothing else with it. */
function BrokenView({ error, onAgain }: { readonly error: Error; readonly onAgain: () => void }) {
  const isAlone = useStore(routes, ({ route }) => hasNoSidebar(route))
  return (
    <View label={say('This view could not be shown')} bar={null} isFirst={isAlone}>
      <EmptyState
        isPage
        isCold
        title={say('This view could not be shown')}
        actions={
          <>
            <Button look="go" onClick={onAgain}>
              {say('Try again')}
            </Button>
            <Button onClick={openGallery}>{say('Open the gallery')}</Button>
          </>
        }
      >
        {say('Your tasks go on, and nothing is lost. Kiln says: “{message}”.', { message: error.message })}
      </EmptyState>
    </View>
  )
}
