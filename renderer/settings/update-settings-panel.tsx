import { useState } from 'react'
import type { UpdateSettings, UpdateStatus } from '../../shared/app/update.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useNow } from '../ui/use-now.ts'
import { Button } from '../ui/button.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { Switch } from '../ui/switch.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { updateStatusText } from './update-status-text.ts'
import styles from './update-settings-panel.module.css'
import { useChangeSettings } from './use-change-settings.ts'
import { useUpdateStatus } from './use-update-status.ts'

/** The update status, the new version's release notes, and the settings for updates. */
export function UpdateSettingsPanel({ rules, version }: { readonly rules: UpdateSettings; readonly version: string }) {
  const change = useChangeSettings()
  const status = useUpdateStatus()
  const now = useNow(60_000)
  if (status === null) return null
  const { state } = status
  const update = 'update' in state ? state.update : null
  return (
    <div className={styles.updates}>
      <div>
        <p role="status" data-selectable>
          {updateStatusText(status, version, now)}
        </p>
        <UpdateActions status={status} />
      </div>
      {update?.notes && (
        <section aria-label={say('New in {version}', { version: update.version })}>
          <h3 className="strong">{say('New in {version}', { version: update.version })}</h3>
          {/* Third-party text, so never rendered as markup. */}
          <div className={styles.notes} tabIndex={0} role="group" aria-label={say('Release notes')} data-selectable>
            {update.notes}
          </div>
        </section>
      )}
      {state.kind !== 'off' && (
        <>
          <Switch
            label={say('Check for updates')}
            help={say(
              'Kiln checks one minute after launch, then every 12 hours. It never checks during file transfers. Nothing about you is sent.'
            )}
            checked={rules.looks}
            onChange={(looks) => void change({ updates: { ...rules, looks } })}
          />
          <Switch
            label={say('Ask before downloading')}
            help={say('When off, updates download while no files are being transferred. They install when you quit.')}
            checked={rules.asks}
            onChange={(asks) => void change({ updates: { ...rules, asks } })}
          />
          <div>
            <SegmentedControl
              label={say('Versions')}
              options={[
                { value: 'stable', label: say('Stable') },
                { value: 'beta', label: say('Stable and beta') }
              ]}
              value={rules.channel}
              onChange={(channel) => void change({ updates: { ...rules, channel } })}
            />
          </div>
        </>
      )}
    </div>
  )
}

function UpdateActions({ status: { state, isBusy } }: { readonly status: UpdateStatus }) {
  const sayFailure = useFailureToast()
  const [isAsking, setIsAsking] = useState(false)
  if (state.kind === 'off') return null
  const isChecking = isAsking || state.kind === 'checking'

  async function check() {
    setIsAsking(true)
    sayFailure(await request('updates.check'))
    setIsAsking(false)
  }

  return (
    <div className={styles.deeds}>
      {(state.kind === 'current' || state.kind === 'failed' || state.kind === 'available' || isChecking) && (
        <Button busy={isChecking && say('Checking…')} onClick={() => void check()}>
          {say('Check now')}
        </Button>
      )}
      {((state.kind === 'available' && !state.isAgreed) || (state.kind === 'failed' && state.update !== null)) && (
        <Button variant="go" onClick={() => void request('updates.download').then(sayFailure)}>
          {say('Download')}
        </Button>
      )}
      {state.kind === 'ready' && (
        <Button variant="go" notReady={isBusy} onClick={() => void request('updates.restart').then(sayFailure)}>
          {say('Restart and update')}
        </Button>
      )}
    </div>
  )
}
