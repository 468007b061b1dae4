import type { ReactNode } from 'react'
import { useState } from 'react'
import type { AccountState } from '../../shared/app/connection.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { openConnectDialog, openKeyReplacement } from '../navigation/app-dialogs-store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { StatusLabel } from '../ui/status-label.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { connectionState } from './connection-state.ts'
import styles from './settings-view.module.css'

export type ConnectionPanelProps = {
  readonly account: AccountState
  /** The list of other accounts, which can be opened again. */
  readonly otherAccounts: ReactNode
}

/** The active account with its actions, and the other accounts. */
export function ConnectionPanel({ account, otherAccounts }: ConnectionPanelProps) {
  const sayFailure = useFailureToast()
  const [isOpeningPractice, setIsOpeningPractice] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const { connection } = account
  const isPractice = connection?.isPractice === true

  async function openPractice() {
    setIsOpeningPractice(true)
    sayFailure(await request('account.practice'))
    setIsOpeningPractice(false)
  }

  return (
    <>
      <div className={styles.connection}>
        <div className="grow">
          <div dir="auto" className="strong cut">
            {connection?.name ?? say('No account')}
          </div>
          <div dir="auto" className="ink-2 cut" data-selectable>
            {isPractice ? say('Runs inside Kiln. Credits are simulated and cost nothing.') : connection?.baseUrl}
          </div>
        </div>
        <ConnectionState account={account} />
      </div>
      <div className={styles.actions}>
        {connection !== null && !isPractice && (
          <Button icon="key" onClick={openKeyReplacement}>
            {say('Replace key')}
          </Button>
        )}
        <Button icon="sign-in" onClick={openConnectDialog}>
          {isPractice ? say('Connect your account') : say('Switch account')}
        </Button>
        {!isPractice && (
          <Button icon="flame" busy={isOpeningPractice && say('Opening…')} onClick={() => void openPractice()}>
            {say('Practice service')}
          </Button>
        )}
        {connection !== null && (
          <Button variant="quiet" onClick={() => setIsLeaving(true)}>
            {say('Disconnect')}
          </Button>
        )}
      </div>
      {otherAccounts}
      <Dialog
        isOpen={isLeaving}
        onClose={() => setIsLeaving(false)}
        title={isPractice ? say('Leave the practice service?') : say('Disconnect this account?')}
        description={
          isPractice
            ? say('Your results stay in the library. Unfinished tasks wait until you come back.')
            : say(
                'Kiln deletes this account’s API key. Tasks you’ve already sent keep running. Kiln saves their results when you reconnect. Your library stays on this computer.'
              )
        }
        actions={
          <>
            <Button onClick={() => setIsLeaving(false)}>{say('Cancel')}</Button>
            <Button
              variant="go"
              onClick={() => {
                setIsLeaving(false)
                void request('account.disconnect').then(sayFailure)
              }}
            >
              {isPractice ? say('Leave') : say('Disconnect')}
            </Button>
          </>
        }
      />
    </>
  )
}

const connectionLooks = {
  connected: { tone: 'done', icon: 'check' },
  held: { tone: 'held', icon: 'held' },
  offline: { tone: 'plain', icon: 'offline' }
} as const

function ConnectionState({ account }: { readonly account: AccountState }) {
  const { state, words } = connectionState(account)
  return <StatusLabel {...connectionLooks[state]}>{words}</StatusLabel>
}
