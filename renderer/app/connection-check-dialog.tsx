import { useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { isWebUrl } from '../account/connect-form-errors.ts'
import { useSettings } from '../bridge/use-session.ts'
import { CustomCaRow } from '../settings/custom-ca-row.tsx'
import { ConnectionChecker } from '../settings/connection-checker.tsx'
import { NetworkSettingsPanel } from '../settings/network-settings-panel.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LabelledField } from '../ui/field.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import styles from './connection-check-dialog.module.css'

export type ConnectionCheckDialogProps = {
  /**
   * Null if closed. `baseUrl` is the base URL of a service that isn't connected. If `baseUrl` is empty, the user types it. If `baseUrl` is
   * null, the active account's service is checked.
   */
  readonly opened: { readonly baseUrl: string | null } | null
  readonly onClose: () => void
  /** Opens the network settings. If null, the settings view isn't available, so the dialog shows the network settings itself. */
  readonly onOpenNetwork: (() => void) | null
}

/** Dialog with a connection check. It is opened wherever a connection problem is reported. */
export function ConnectionCheckDialog({ opened, onClose, onOpenNetwork }: ConnectionCheckDialogProps) {
  const settings = useSettings()
  return (
    <Dialog
      isOpen={opened !== null}
      onClose={onClose}
      title={say('Check connection')}
      description={say('Kiln checks each step of the connection to the service. The check is free.')}
      width="large"
      actions={
        <>
          {onOpenNetwork !== null && <Button onClick={onOpenNetwork}>{say('Network settings')}</Button>}
          <Button onClick={onClose}>{say('Close')}</Button>
        </>
      }
    >
      {opened?.baseUrl === '' ? (
        <CheckTyped />
      ) : (
        opened !== null && <ConnectionChecker key={opened.baseUrl} baseUrl={opened.baseUrl} startsAtOnce />
      )}
      {onOpenNetwork === null && settings && (
        <section aria-label={say('Network')} className={styles.network}>
          <h3 className="strong">{say('Network')}</h3>
          <NetworkSettingsPanel rules={settings.network} />
          <CustomCaRow />
        </section>
      )}
    </Dialog>
  )
}

/** Lets the user type the base URL to check, because no account is connected. */
function CheckTyped() {
  const [typed, setTyped] = useState('')
  return (
    <>
      <LabelledField label={say('Base URL')} error={null}>
        {(control) => (
          <SingleLineInput
            {...control}
            dir="ltr"
            type="url"
            placeholder="https://api.example.com"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </LabelledField>
      {isWebUrl(typed) && <ConnectionChecker key={typed} baseUrl={typed.trim()} startsAtOnce={false} />}
    </>
  )
}
