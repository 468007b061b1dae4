import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { say } from '../../shared/i18n/say.ts'
import type { ConnectResult } from '../account/use-connect.ts'
import { loadSession, session } from '../bridge/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { trackFocus } from '../ui/focus-history.ts'
import { useLoadView } from '../ui/lazy-view.tsx'
import { Announcer } from '../ui/live-region.tsx'
import { ReadingDirectionProvider } from '../ui/reading-direction-provider.tsx'
import { ToastProvider, useToast } from '../ui/toasts.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import styles from './app.module.css'
import { BulkProgress } from './bulk-progress.tsx'
import { needsAccount, routeStore, initialRouteState } from '../navigation/route.ts'
import { AppShell } from './app-shell.tsx'
import { usePageTheme } from './use-page-theme.ts'
import { LazyWelcomeView } from './welcome.ts'
import { WelcomeShell } from './welcome-shell.tsx'

export function App() {
  usePageTheme()
  useEffect(trackFocus, [])
  return (
    <ReadingDirectionProvider>
      <TooltipProvider>
        <Announcer>
          <ToastProvider>
            <ErrorBoundary fallback={CrashPage}>
              <RootView />
            </ErrorBoundary>
            <BulkProgress />
          </ToastProvider>
        </Announcer>
      </TooltipProvider>
    </ReadingDirectionProvider>
  )
}

/** Shows a blank page until main has responded, then the welcome view or `AppShell`. */
function RootView() {
  const account = useStore(session, (state) => state.account)
  const mustConnect = useStore(routeStore, ({ route }) => needsAccount(route))
  const isWelcome = account.state === 'ready' && account.value.connection === null && mustConnect
  const isWelcomeRead = useLoadView(LazyWelcomeView, isWelcome)
  const toast = useToast()
  useStartWithoutAccount(account.state === 'ready' ? account.value.connection === null : null)

  function greet({ isKeyStored, isClipboardCleared }: ConnectResult) {
    if (isClipboardCleared)
      toast({
        icon: 'key',
        title: say('Key cleared from the clipboard'),
        description: say(
          'The key was still on the clipboard after you pasted it, so Kiln cleared it. A clipboard manager may have kept a copy.'
        )
      })
    if (!isKeyStored)
      toast({
        icon: 'key',
        title: say('Connected until you quit Kiln'),
        description: say('The key is only kept in memory. You’ll need to enter it again next time.')
      })
  }

  switch (account.state) {
    case 'loading':
      return <Starting />
    case 'failed':
      return <NotStarted message={account.message} onAgain={loadSession} />
    case 'ready':
      if (!isWelcome) return <AppShell onConnected={greet} />
      if (!isWelcomeRead) return <Starting />
      return <WelcomeShell onConnected={greet} />
  }
}

/** Resets the route when the account is removed. The next account then starts in the gallery. */
function useStartWithoutAccount(isWithout: boolean | null): void {
  const wasWithout = useRef(isWithout)
  useEffect(() => {
    if (isWithout === true && wasWithout.current === false) routeStore.setState(initialRouteState, true)
    wasWithout.current = isWithout
  }, [isWithout])
}

/** Error screen for a failure outside all views. */
function CrashPage({ error, onAgain }: { readonly error: Error; readonly onAgain: () => void }) {
  return <NotStarted message={error.message} onAgain={onAgain} />
}

function Starting() {
  return <main aria-busy="true" aria-label={say('Starting Kiln…')} className={styles.blank} />
}

function NotStarted({ message, onAgain }: { readonly message: string; readonly onAgain: () => void | Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false)
  async function askAgain() {
    setIsAsking(true)
    await onAgain()
    setIsAsking(false)
  }
  return (
    <main aria-label={say('Kiln couldn’t start')} className={styles.blank}>
      <EmptyState
        isPage
        isCold
        title={say('Kiln couldn’t start')}
        actions={
          <Button variant="go" busy={isAsking && say('Checking…')} onClick={() => void askAgain()}>
            {say('Try again')}
          </Button>
        }
      >
        {message}
      </EmptyState>
    </main>
  )
}
