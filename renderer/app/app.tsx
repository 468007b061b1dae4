import { lazy, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { say } from '../../shared/words/say.ts'
import type { Connected } from '../account/use-connect.ts'
import { loadSession, session } from '../bridge/session.ts'
import { useAppInfo } from '../bridge/use-session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { useIsRead } from '../ui/late-view.tsx'
import { Announcer } from '../ui/live-region.tsx'
import { ReadingDirection } from '../ui/reading-direction.tsx'
import { ToastProvider, useToast } from '../ui/toasts.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import styles from './app.module.css'
import { Studio } from './studio.tsx'
import { usePageAttributes } from './use-page-attributes.ts'
import { WelcomeView } from './welcome.ts'

const ConnectionCheckDialog = lazy(async () => ({ default: (await import('./connection-check-dialog.tsx')).ConnectionCheckDialog }))

export function App() {
  usePageAttributes()
  return (
    <ReadingDirection>
      <TooltipProvider>
        <Announcer>
          <ToastProvider>
            <ErrorBoundary fallback={BrokenRoom}>
              <Room />
            </ErrorBoundary>
          </ToastProvider>
        </Announcer>
      </TooltipProvider>
    </ReadingDirection>
  )
}

/** Nothing before main has answered, then Welcome or the studio. */
function Room() {
  const account = useStore(session, (state) => state.account)
  const isKeyStorageSecure = useAppInfo()?.isKeyStorageSecure ?? true
  const isWelcome = account.state === 'ready' && account.value.connection === null
  const isWelcomeRead = useIsRead(WelcomeView, isWelcome)
  const toast = useToast()
  const [checked, setChecked] = useState<{ readonly baseUrl: string } | null>(null)

  function greet({ isKeyStored, isClipboardCleared }: Connected) {
    if (isClipboardCleared)
      toast({
        icon: 'key',
        title: say('The key is off the clipboard'),
        words: say('It was still there after you pasted it, so Kiln has cleared it. A clipboard manager may have kept a copy of its own.')
      })
    if (!isKeyStored)
      toast({
        icon: 'key',
        title: say('Connected until Kiln is closed'),
        words: say('The key is in memory only and is asked for again at the next start.')
      })
  }

  switch (account.state) {
    case 'loading':
      return <Starting />
    case 'failed':
      return <NotStarted message={account.message} onAgain={loadSession} />
    case 'ready':
      if (!isWelcome) return <Studio onConnected={greet} />
      if (!isWelcomeRead) return <Starting />
      return (
        <>
          <WelcomeView
            isKeyStorageSecure={isKeyStorageSecure}
            onConnected={greet}
            onCheckConnection={(baseUrl) => setChecked({ baseUrl })}
          />
          {checked !== null && (
            <Suspense>
              <ConnectionCheckDialog opened={checked} onClose={() => setChecked(null)} onOpenNetwork={null} />
            </Suspense>
          )}
        </>
      )
  }
}

/** What stands outside of every view can't be drawn. */
function BrokenRoom({ error, onAgain }: { readonly error: Error; readonly onAgain: () => void }) {
  return <NotStarted message={error.message} onAgain={onAgain} />
}

function Starting() {
  return <main aria-busy="true" aria-label={say('Kiln is starting')} className={styles.blank} />
}

function NotStarted({ message, onAgain }: { readonly message: string; readonly onAgain: () => void | Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false)
  async function askAgain() {
    setIsAsking(true)
    await onAgain()
    setIsAsking(false)
  }
  return (
    <main aria-label={say('Kiln could not start')} className={styles.blank}>
      <EmptyState
        isPage
        isCold
        title={say('Kiln could not start')}
        actions={
          <Button look="go" busy={isAsking && say('Asking')} onClick={() => void askAgain()}>
            {say('Try again')}
          </Button>
        }
      >
        {message}
      </EmptyState>
    </main>
  )
}
