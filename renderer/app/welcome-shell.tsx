import { lazy, Suspense, useCallback, useState } from 'react'
import type { ConnectResult } from '../account/use-connect.ts'
import { AppMenuButton } from './app-menu-button.tsx'
import { useAppShortcuts } from './use-app-shortcuts.ts'
import { LazyWelcomeView } from './welcome.ts'

const ConnectionCheckDialog = lazy(async () => ({ default: (await import('./connection-check-dialog.tsx')).ConnectionCheckDialog }))
const CheatSheet = lazy(async () => ({ default: (await import('./cheat-sheet.tsx')).CheatSheet }))
const LicencesDialog = lazy(async () => ({ default: (await import('./licences-dialog.tsx')).LicencesDialog }))

type Opened = { readonly name: 'check'; readonly baseUrl: string } | { readonly name: 'cheat-sheet' | 'licences' }

/** Welcome view with its dialogs. The guide, library and settings open in `AppShell`, which works without an account. */
export function WelcomeShell({ onConnected }: { readonly onConnected: (connected: ConnectResult) => void }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = (): void => setOpened(null)
  useAppShortcuts({
    onSearch: null,
    onCheatSheet: useCallback(() => setOpened({ name: 'cheat-sheet' }), []),
    onImportPresets: null,
    onLicences: useCallback(() => setOpened({ name: 'licences' }), []),
    onConnectionCheck: useCallback(() => setOpened({ name: 'check', baseUrl: '' }), []),
    isWelcome: true
  })
  return (
    <>
      <LazyWelcomeView
        menu={<AppMenuButton variant="media" />}
        onConnected={onConnected}
        onCheckConnection={(baseUrl) => setOpened({ name: 'check', baseUrl })}
      />
      {opened !== null && (
        <Suspense>
          <ConnectionCheckDialog opened={opened.name === 'check' ? opened : null} onClose={close} onOpenNetwork={null} />
          <CheatSheet isOpen={opened.name === 'cheat-sheet'} onClose={close} view="gallery" />
          <LicencesDialog isOpen={opened.name === 'licences'} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
