import { useState } from 'react'
import type { AccountState } from '../../shared/connection.ts'
import type { ProxyState } from '../../shared/proxy.ts'
import type { Task } from '../../shared/task.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { useNow } from '../bridge/use-now.ts'
import { useAccount, useProxy } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import type { AccountBannerFacts } from './banner-of.ts'
import { bannerOf } from './banner-of.ts'

export type AccountBannerProps = {
  readonly onReplaceKey: () => void
  readonly onConnect: () => void
  readonly onSignInToProxy: () => void
  readonly onOpenNetwork: () => void
  readonly onCheckConnection: () => void
}

/** What stands in the way of the account, with its way out; nothing when all is well. */
export function AccountBanner(props: AccountBannerProps) {
  const account = useAccount()
  const proxy = useProxy()
  const waiting = useTaskSummary(account?.hold === 'credits' ? countHeldForCredits : countWaiting)
  if (account === null) return null
  return account.slowedUntil !== null && account.hold === null ? (
    <TickingBanner account={account} waiting={waiting} proxy={proxy} {...props} />
  ) : (
    <ShownBanner facts={bannerOf(account, waiting, 0, proxy)} {...props} />
  )
}

function TickingBanner({
  account,
  waiting,
  proxy,
  ...props
}: AccountBannerProps & { readonly account: AccountState; readonly waiting: number; readonly proxy: ProxyState | null }) {
  return <ShownBanner facts={bannerOf(account, waiting, useNow(1000), proxy)} {...props} />
}

function ShownBanner({
  facts,
  onReplaceKey,
  onConnect,
  onSignInToProxy,
  onOpenNetwork,
  onCheckConnection
}: AccountBannerProps & { readonly facts: AccountBannerFacts | null }) {
  const sayFailure = useFailureToast()
  const [isAsking, setIsAsking] = useState(false)
  if (facts === null) return null

  async function ask(name: 'account.resume' | 'account.confirmSame') {
    setIsAsking(true)
    const outcome = await request(name)
    setIsAsking(false)
    sayFailure(outcome)
  }

  const goOnButton = (
    <Button
      size="small"
      look={facts.action === 'go-on' ? 'go' : 'plain'}
      busy={isAsking && say('Asking')}
      onClick={() => void ask('account.resume')}
    >
      {facts.action === 'go-on'
        ? say('I have done it: go on')
        : facts.action === 'look-again' || facts.action === 'proxy' || facts.action === 'network'
          ? say('Look again')
          : say('Try again')}
    </Button>
  )
  return (
    <Banner
      tone={facts.tone}
      icon={facts.icon}
      title={facts.title}
      isTicking={facts.icon === 'clock'}
      actions={
        <>
          {facts.isOfNetwork && (
            <Button size="small" onClick={onCheckConnection}>
              {say('Check the connection')}
            </Button>
          )}
          {(facts.action === 'go-on' || facts.action === 'look-again') && goOnButton}
          {facts.action === 'try-now' && (
            <Button size="small" busy={isAsking && say('Asking')} onClick={() => void ask('account.resume')}>
              {say('Try now')}
            </Button>
          )}
          {facts.action === 'confirm-account' && (
            <>
              <Button size="small" onClick={onReplaceKey}>
                {say('Replace key')}
              </Button>
              <Button size="small" look="go" busy={isAsking && say('Asking')} onClick={() => void ask('account.confirmSame')}>
                {say('Same account')}
              </Button>
            </>
          )}
          {facts.action === 'replace-key' && (
            <>
              {goOnButton}
              <Button size="small" look="go" onClick={onReplaceKey}>
                {say('Replace key')}
              </Button>
            </>
          )}
          {facts.action === 'proxy' && (
            <>
              {goOnButton}
              <Button size="small" look="go" onClick={onSignInToProxy}>
                {say('Enter them')}
              </Button>
            </>
          )}
          {facts.action === 'network' && (
            <>
              {goOnButton}
              <Button size="small" look="go" onClick={onOpenNetwork}>
                {say('Network settings')}
              </Button>
            </>
          )}
          {facts.action === 'connect' && (
            <>
              {goOnButton}
              <Button size="small" look="go" onClick={onConnect}>
                {say('Connect')}
              </Button>
            </>
          )}
        </>
      }
    >
      {facts.words}
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
