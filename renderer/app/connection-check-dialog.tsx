import { say } from '../../shared/words/say.ts'
import { useSettings } from '../bridge/use-session.ts'
import { AuthorityRow } from '../settings/authority-row.tsx'
import { ConnectionChecker } from '../settings/connection-checker.tsx'
import { NetworkChoices } from '../settings/network-choices.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './connection-check-dialog.module.css'

export type ConnectionCheckDialogProps = {
  /** Null: closed. `baseUrl`: of a service that is not connected; null: the account's. */
  readonly opened: { readonly baseUrl: string | null } | null
  readonly onClose: () => void
  /** Leads to the settings of the network. Null: they can't be reached from here, and stand in the dialog. */
  readonly onOpenNetwork: (() => void) | null
}

/** The check of the connection where somebody meets the trouble. */
export function ConnectionCheckDialog({ opened, onClose, onOpenNetwork }: ConnectionCheckDialogProps) {
  const settings = useSettings()
  return (
    <Dialog
      isOpen={opened !== null}
      onClose={onClose}
      title={say('Check the connection')}
      description={say('Step by step, where the way to the service fails and who can mend it. It costs nothing.')}
      width="large"
      actions={
        <>
          {onOpenNetwork !== null && <Button onClick={onOpenNetwork}>{say('Network settings')}</Button>}
          <Button onClick={onClose}>{say('Close')}</Button>
        </>
      }
    >
      {opened !== null && <ConnectionChecker key={opened.baseUrl} baseUrl={opened.baseUrl} startsAtOnce />}
      {onOpenNetwork === null && settings && (
        <section aria-label={say('Network')} className={styles.network}>
          <h3 className="strong">{say('Network')}</h3>
          <NetworkChoices rules={settings.network} />
          <AuthorityRow />
        </section>
      )}
    </Dialog>
  )
}
