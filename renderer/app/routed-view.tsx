import { lazy, useEffect } from 'react'
import { GalleryView } from '../gallery/gallery-view.tsx'
import { subscribeToLibrary } from '../library/grid-store.ts'
import { openLibraryWith } from '../library/library-view-store.ts'
import type { Route } from '../navigation/route.ts'
import { lazyView } from '../ui/lazy-view.tsx'

const WhatLeaves = lazy(async () => ({ default: (await import('../account/data-disclosure.tsx')).DataDisclosure }))
const OtherAccounts = lazy(async () => ({ default: (await import('../account/other-accounts.tsx')).OtherAccounts }))
const SpendingLimits = lazy(async () => ({ default: (await import('../account/spending-limits.tsx')).SpendingLimits }))
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

/** The view of a route. Suspends while the view's code is loading. */
export function RoutedView({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'gallery':
      return <GalleryView />
    case 'compose':
      return <ComposeView capabilityId={route.capabilityId} prefill={route.prefill} onShowAll={showAllResults} />
    case 'queue':
      return <QueueView openTaskId={route.taskId} />
    case 'library':
      return <LibraryView />
    case 'viewer':
      return <ViewerView itemId={route.itemId} among={route.among ?? null} RunAgain={RunAgain} Tags={ItemTags} />
    case 'compare':
      return <CompareView itemIds={route.ids} />
    case 'faces':
      return <FacesView taskId={route.taskId} />
    case 'account':
      return <AccountView section={route.section ?? null} />
    case 'guide':
      return <GuideView chapter={route.chapter} />
    case 'settings':
      return (
        <SettingsView
          whatLeaves={<WhatLeaves />}
          otherAccounts={<OtherAccounts />}
          spendingLimits={<SpendingLimits />}
          section={route.section ?? null}
        />
      )
  }
}

function showAllResults(capabilityId: string): void {
  openLibraryWith({ capabilities: [capabilityId] })
}

/** Preloads the library's items and the code of most views while the page is idle. These views then open quickly. */
export function usePreloadedViews(): void {
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
