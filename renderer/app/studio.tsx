import type { ReactNode } from 'react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { AccountBanner } from '../account/account-banner.tsx'
import { ConnectDialog } from '../account/connect-dialog.tsx'
import type { Connected } from '../account/use-connect.ts'
import { WhatLeaves } from '../account/what-leaves.tsx'
import { useAccount, useAppInfo } from '../bridge/use-session.ts'
import { tasks } from '../bridge/session.ts'
import { GalleryView } from '../gallery/gallery-view.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { View, ViewBannerProvider } from '../ui/view.tsx'
import styles from './app.module.css'
import { Palette } from './palette.tsx'
import type { Route } from './route.ts'
import { navigate, navigateBack, routes } from './route.ts'
import { Sidebar } from './sidebar.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import { useTaskNews } from './use-task-news.ts'

const loadCompose = () => import('../compose/compose-view.tsx')
const loadQueue = () => import('../queue/queue-view.tsx')
const loadViewer = () => import('../viewer/viewer-view.tsx')
const loadSettings = () => import('../settings/settings-view.tsx')
const ComposeView = lazy(async () => ({ default: (await loadCompose()).ComposeView }))
const QueueView = lazy(async () => ({ default: (await loadQueue()).QueueView }))
const ViewerView = lazy(async () => ({ default: (await loadViewer()).ViewerView }))
const SettingsView = lazy(async () => ({ default: (await loadSettings()).SettingsView }))

const openResult = (itemId: string) => navigate({ view: 'viewer', itemId })
const openTask = (taskId: string) => navigate({ view: 'queue', taskId })
const openGallery = () => navigate({ view: 'gallery' })
const openForm = (capabilityId: string) => navigate({ view: 'compose', capabilityId, prefill: null })

/** The form with all that made a task, to change something. */
function openFormOf(taskId: string) {
  const task = tasks.get(taskId)
  if (task) navigate({ view: 'compose', capabilityId: task.capability, prefill: { values: task.values, fromTaskId: task.id } })
}

/** The viewer takes the room of the sidebar for its picture. */
function hasNoSidebar({ view }: Route): boolean {
  return view === 'viewer'
}

/** The window once a connection is there: sidebar, view, and what floats above both. */
export function Studio({ onConnected }: { readonly onConnected: (connected: Connected) => void }) {
  const { route, opening } = useStore(routes)
  const account = useAccount()
  const isKeyStorageSecure = useAppInfo()?.isKeyStorageSecure ?? true
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const [connecting, setConnecting] = useState<{ readonly baseUrl: string } | null>(null)
  const isAlone = hasNoSidebar(route)
  const address = account?.connection?.isPractice === false ? account.connection.baseUrl : ''

  const replaceKey = useCallback(() => setConnecting({ baseUrl: address }), [address])
  const connectOther = useCallback(() => setConnecting({ baseUrl: '' }), [])
  useShortcuts(useCallback(() => setIsPaletteOpen((isOpen) => !isOpen), []))
  useTaskNews({ onOpenResult: openResult, onOpenTask: openTask })
  useViewsAtHand()

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
            onReplaceKey={replaceKey}
            onOpenGallery={openGallery}
          />
        )
      case 'viewer':
        return <ViewerView itemId={shown.itemId} onBack={navigateBack} onRemix={openFormOf} onShow={openResult} onOpenTask={openTask} />
      case 'settings':
        return (
          <SettingsView
            whatLeaves={<WhatLeaves isKeyStorageSecure={isKeyStorageSecure} />}
            onReplaceKey={replaceKey}
            onConnectOther={connectOther}
          />
        )
    }
  }

  return (
    <div className={classNames(styles.studio, isAlone && styles.alone)}>
      {!isAlone && <Sidebar route={route} onSearch={() => setIsPaletteOpen(true)} />}
      <ViewBannerProvider banner={isAlone ? null : <AccountBanner onReplaceKey={replaceKey} onConnect={connectOther} />}>
        <ErrorBoundary key={route.view === 'compose' ? opening : route.view} fallback={BrokenView}>
          <Suspense fallback={<Opening isAlone={isAlone} />}>
            {viewOf(route)}
            <FocusInView opening={opening} />
          </Suspense>
        </ErrorBoundary>
      </ViewBannerProvider>
      <Palette isOpen={isPaletteOpen} onClose={() => setIsPaletteOpen(false)} onReplaceKey={replaceKey} />
      <ConnectDialog
        opened={connecting}
        isKeyStorageSecure={isKeyStorageSecure}
        onClose={() => setConnecting(null)}
        onConnected={(connected) => {
          setConnecting(null)
          onConnected(connected)
        }}
      />
    </div>
  )
}

/** The first view starts alone; once it stands, the others are read too, so that no door opens slowly. */
function useViewsAtHand() {
  useEffect(() => {
    // What fails here is told when the view is opened.
    const idle = requestIdleCallback(() => void Promise.allSettled([loadCompose(), loadQueue(), loadViewer(), loadSettings()]))
    return () => cancelIdleCallback(idle)
  }, [])
}

/** The frame of a view whose code is still being read. */
function Opening({ isAlone }: { readonly isAlone: boolean }) {
  return (
    <View label="Opening" bar={null} isLeftmost={isAlone} isStage={isAlone}>
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
    <View label="This view could not be shown" bar={null} isLeftmost={isAlone}>
      <EmptyState
        isPage
        isCold
        title="This view could not be shown"
        actions={
          <>
            <Button look="go" onClick={onAgain}>
              Try again
            </Button>
            <Button onClick={openGallery}>Open the gallery</Button>
          </>
        }
      >
        Your tasks go on, and nothing is lost. Kiln says: “{error.message}”.
      </EmptyState>
    </View>
  )
}
