import { useState } from 'react'
import type { InactiveConnection } from '../../shared/app/connection.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { taskStore } from '../bridge/session.ts'
import { useAccount } from '../bridge/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import styles from './other-accounts.module.css'
import { accountRemovalText } from './account-removal-text.ts'

/** Accounts with a stored key. Each can be opened again, or removed together with its key. */
export function OtherAccounts() {
  const account = useAccount()
  const sayFailure = useFailureToast()
  const toast = useToast()
  const [openingId, setOpeningId] = useState<string | null>(null)
  const [removed, setRemoved] = useState<InactiveConnection | null>(null)
  const stored = (account?.others ?? []).filter(({ hasKey, isPractice }) => hasKey && !isPractice)
  if (stored.length === 0) return null

  async function open(id: string): Promise<void> {
    setOpeningId(id)
    sayFailure(await request('account.open', { id }))
    setOpeningId(null)
  }
  async function remove({ id, name }: InactiveConnection): Promise<void> {
    setRemoved(null)
    const outcome = await request('account.remove', { id })
    sayFailure(outcome)
    if (outcome.ok) toast({ title: say('{name} was removed', { name }), icon: 'check' })
  }

  return (
    <>
      <ul aria-label={say('Other accounts')} className={styles.accounts}>
        {stored.map((other) => (
          <li key={other.id}>
            <div className={styles.name}>
              <div dir="auto" className="strong cut">
                {other.name}
              </div>
              <div dir="auto" className="small ink-2 cut">
                {other.baseUrl}
              </div>
            </div>
            <Button
              size="small"
              aria-label={say('Use {name}', { name: other.name })}
              busy={openingId === other.id && say('Connecting…')}
              onClick={() => void open(other.id)}
            >
              {say('Use')}
            </Button>
            <Button size="small" variant="quiet" aria-label={say('Remove {name}', { name: other.name })} onClick={() => setRemoved(other)}>
              {say('Remove')}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={removed === null ? '' : say('Remove {name}?', { name: removed.name })}
        description={removed === null ? null : accountRemovalText(taskStore.all(), removed.id)}
        actions={
          <>
            <Button onClick={() => setRemoved(null)}>{say('Cancel')}</Button>
            <Button variant="go" onClick={() => removed !== null && void remove(removed)}>
              {say('Remove account')}
            </Button>
          </>
        }
      />
    </>
  )
}
