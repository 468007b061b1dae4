import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { actionStore } from '../actions/action-store.ts'
import type { ConnectResult } from '../account/use-connect.ts'
import { useProxyState } from '../bridge/use-session.ts'
import { appDialogsStore, openConnectionCheck } from '../navigation/app-dialogs-store.ts'
import { openBatchWithItems, openFormWithFiles, openFormWithItems } from '../navigation/open-form.ts'
import type { Route } from '../navigation/route.ts'
import { navigate } from '../navigation/route.ts'
import type { useOpenRequests } from '../navigation/use-open-requests.ts'

// Overlays are loaded separately, so that the first view doesn't wait for them.
const Palette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }))
const CheatSheet = lazy(async () => ({ default: (await import('./cheat-sheet.tsx')).CheatSheet }))
const ProxyDialog = lazy(async () => ({ default: (await import('../account/proxy-sign-in-dialog.tsx')).ProxySignInDialog }))
const ConnectDialog = lazy(async () => ({ default: (await import('../account/connect-dialog.tsx')).ConnectDialog }))
const ConnectionCheckDialog = lazy(async () => ({ default: (await import('./connection-check-dialog.tsx')).ConnectionCheckDialog }))
const UseDialog = lazy(async () => ({ default: (await import('./use-as-input-dialog.tsx')).UseAsInputDialog }))
const LicencesDialog = lazy(async () => ({ default: (await import('./licences-dialog.tsx')).LicencesDialog }))
const ActionSender = lazy(async () => ({ default: (await import('../actions/action-sender.tsx')).ActionSender }))
const FilesDialog = lazy(async () => ({ default: (await import('./opened-files-dialog.tsx')).OpenedFilesDialog }))

export type AppDialogsProps = {
  readonly view: Route['view']
  /** Files that were opened with Kiln or dropped on the window. */
  readonly arrived: Pick<ReturnType<typeof useOpenRequests>, 'files' | 'close'>
  readonly onConnected: (connected: ConnectResult) => void
}

/** The dialogs of `appDialogsStore`, and the dialog for opened files. */
export function AppDialogs({ view, arrived, onConnected }: AppDialogsProps) {
  const opened = useStore(appDialogsStore)
  const action = useStore(actionStore, ({ request }) => request)
  const proxy = useProxyState()
  const change = appDialogsStore.setState
  return (
    <Suspense>
      <Palette isOpen={opened.isPaletteOpen} onClose={() => change({ isPaletteOpen: false })} />
      <CheatSheet isOpen={opened.isCheatSheetOpen} onClose={() => change({ isCheatSheetOpen: false })} view={view} />
      <ProxyDialog proxy={opened.isProxySignInOpen ? proxy : null} onClose={() => change({ isProxySignInOpen: false })} />
      <ConnectDialog
        opened={opened.connect}
        onClose={() => change({ connect: null })}
        onCheckConnection={openConnectionCheck}
        onConnected={(connected) => {
          change({ connect: null })
          onConnected(connected)
        }}
      />
      <LicencesDialog isOpen={opened.areLicencesOpen} onClose={() => change({ areLicencesOpen: false })} />
      {opened.useAsInput !== null && (
        <UseDialog
          items={opened.useAsInput}
          onClose={() => change({ useAsInput: null })}
          onUse={(place, ids, isEach) => {
            change({ useAsInput: null })
            if (isEach) openBatchWithItems(place, ids)
            else openFormWithItems(place, ids)
          }}
        />
      )}
      <ConnectionCheckDialog
        opened={opened.connectionCheck}
        onClose={() => change({ connectionCheck: null })}
        onOpenNetwork={() => {
          change({ connectionCheck: null, connect: null })
          navigate({ view: 'settings', section: 'network' })
        }}
      />
      {action !== null && <ActionSender asked={action} />}
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
  )
}
