import { useEffect, useRef, useState } from 'react'
import type { AccountState } from '../../shared/app/connection.ts'
import type { ProxyState } from '../../shared/app/proxy.ts'
import type { Task } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useNow } from '../ui/use-now.ts'
import { useAccount, useProxyState } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { useCopyText } from '../media/use-copy-text.ts'
import { openConnectDialog, openConnectionCheck, openKeyReplacement, openProxySignIn } from '../navigation/app-dialogs-store.ts'
import { navigate } from '../navigation/route.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { CopyableText } from '../ui/copyable-text.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import { useIsOfflineMessageShown } from '../ui/view.tsx'
import { type AccountBannerContent, accountBannerContent, type HoldSnapshot, stillOnHoldText } from './account-banner-content.ts'
import styles from './account-banner.module.css'

type ShownProps = { readonly onResume: () => void }

/** Shows the account's most urgent problem and its fix. Renders nothing if there is no problem. */
export function AccountBanner() {
  const account = useAccount()
  const proxy = useProxyState()
  const waiting = useTaskSummary(account?.hold === 'credits' ? countHeldForCredits : countWaiting)
  const onResume = useResumeReport(account)
  if (account === null) return null
  return account.slowedUntil !== null && account.hold === null ? (
    <TickingBanner account={account} waiting={waiting} proxy={proxy} onResume={onResume} />
  ) : (
    <ShownBanner facts={accountBannerContent(account, waiting, 0, proxy)} onResume={onResume} />
  )
}

/** Maximum time between the user's request to resume and the toast about its failure. */
const resumeReportInMs = 60_000

/** Returns a function to call before `account.resume`. A toast then appears if the account is still on hold. */
function useResumeReport(account: AccountState | null): () => void {
  const toast = useToast()
  const press = useRef<{ readonly resumed: HoldSnapshot; readonly at: number } | null>(null)
  useEffect(() => {
    if (press.current === null || account === null) return
    const { resumed, at } = press.current
    const words = performance.now() - at < resumeReportInMs ? stillOnHoldText(resumed, account) : null
    if (words === null) return
    press.current = null
    toast({ ...words, tone: 'failed', icon: 'warning' })
  }, [account, toast])
  return () => {
    press.current = account === null ? null : { resumed: account, at: performance.now() }
  }
}

function TickingBanner({
  account,
  waiting,
  proxy,
  ...props
}: ShownProps & { readonly account: AccountState; readonly waiting: number; readonly proxy: ProxyState | null }) {
  return <ShownBanner facts={accountBannerContent(account, waiting, useNow(1000), proxy)} {...props} />
}

function ShownBanner({ facts, onResume }: ShownProps & { readonly facts: AccountBannerContent | null }) {
  const sayFailure = useFailureToast()
  const copy = useCopyText()
  const showsOfflineMessage = useIsOfflineMessageShown()
  const [isAsking, setIsAsking] = useState(false)
  if (facts === null || (facts.icon === 'offline' && !showsOfflineMessage)) return null

  async function ask(name: 'account.resume' | 'account.confirmSame') {
    setIsAsking(true)
    if (name === 'account.resume') onResume()
    const outcome = await request(name)
    setIsAsking(false)
    sayFailure(outcome)
  }

  const resumeButton = (
    <Button
      size="small"
      variant={facts.action === 'go-on' ? 'go' : 'plain'}
      busy={isAsking && say('Checking…')}
      onClick={() => void ask('account.resume')}
    >
      {['go-on', 'look-again', 'proxy', 'network'].includes(facts.action ?? '') ? say('Check again') : say('Try again')}
    </Button>
  )
  return (
    <Banner
      tone={facts.tone}
      icon={facts.icon}
      title={facts.title}
      isTicking={facts.icon === 'clock'}
      details={
        facts.requestId !== null && (
          <details className={styles.details}>
            <summary>{say('Details')}</summary>
            {say('Request ID')} <CopyableText what={say('request ID')} text={facts.requestId} onCopy={copy} className="id" />
          </details>
        )
      }
      actions={
        <>
          {facts.isOfNetwork && (
            <Button size="small" onClick={() => openConnectionCheck(null)}>
              {say('Check connection')}
            </Button>
          )}
          {(facts.action === 'go-on' || facts.action === 'look-again') && resumeButton}
          {facts.action === 'try-now' && (
            <Button size="small" busy={isAsking && say('Checking…')} onClick={() => void ask('account.resume')}>
              {say('Try now')}
            </Button>
          )}
          {facts.action === 'confirm-account' && (
            <>
              <Button size="small" onClick={openKeyReplacement}>
                {say('Replace key')}
              </Button>
              <Button size="small" variant="go" busy={isAsking && say('Checking…')} onClick={() => void ask('account.confirmSame')}>
                {say('Use same account')}
              </Button>
            </>
          )}
          {facts.action === 'replace-key' && (
            <>
              {resumeButton}
              <Button size="small" variant="go" onClick={openKeyReplacement}>
                {say('Replace key')}
              </Button>
            </>
          )}
          {facts.action === 'proxy' && (
            <>
              {resumeButton}
              <Button size="small" variant="go" onClick={openProxySignIn}>
                {say('Sign in')}
              </Button>
            </>
          )}
          {facts.action === 'network' && (
            <>
              {resumeButton}
              <Button size="small" variant="go" onClick={() => navigate({ view: 'settings', section: 'network' })}>
                {say('Network settings')}
              </Button>
            </>
          )}
          {facts.action === 'connect' && (
            <>
              {resumeButton}
              <Button size="small" variant="go" onClick={openConnectDialog}>
                {say('Connect')}
              </Button>
            </>
          )}
        </>
      }
    >
      {facts.description}
    </Banner>
  )
}

function countWaiting(tasks: readonly Task[]): number {
  return tasks.filter(({ phase, question }) => question === null && (phase === 'queued' || phase === 'held' || phase === 'uploading'))
    .length
}

function countHeldForCredits(tasks: readonly Task[]): number {
  return tasks.reduce((count, { phase, hold }) => (phase === 'held' && hold === 'credits' ? count + 1 : count), 0)
}
