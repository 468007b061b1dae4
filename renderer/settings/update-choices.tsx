import { useState } from 'react'
import type { UpdateRules, UpdateStatus } from '../../shared/update.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { useNow } from '../bridge/use-now.ts'
import { Button } from '../ui/button.tsx'
import { Segments } from '../ui/segments.tsx'
import { Switch } from '../ui/switch.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { updateWords } from './update-words.ts'
import styles from './update-choices.module.css'
import { useChangeSettings } from './use-change-settings.ts'
import { useUpdates } from './use-updates.ts'

/** Whether there is a newer Kiln, what is in it, and how a person wants to get it. */
export function UpdateChoices({ rules, version }: { readonly rules: UpdateRules; readonly version: string }) {
  const change = useChangeSettings()
  const status = useUpdates()
  const now = useNow(60_000)
  if (status === null) return null
  const { state } = status
  const news = 'news' in state ? state.news : null
  return (
    <div className={styles.updates}>
      <div>
        <p role="status" data-selectable>
          {updateWords(status, version, now)}
        </p>
        <UpdateDeeds status={status} />
      </div>
      {news?.notes && (
        <section aria-label={say('What is new in {version}', { version: news.version })}>
          <h3 className="strong">{say('What is new in {version}', { version: news.version })}</h3>
          {/* Other people's words: text, whatever stands in it. */}
          <div className={styles.notes} tabIndex={0} role="group" aria-label={say('Release notes')} data-selectable>
            {news.notes}
          </div>
        </section>
      )}
      {state.kind !== 'off' && (
        <>
          <Switch
            label={say('Look for newer versions')}
            help={say('A minute after the start and every twelve hours, while nothing is on its way. Nothing about you is sent.')}
            checked={rules.looks}
            onChange={(looks) => void change({ updates: { ...rules, looks } })}
          />
          <Switch
            label={say('Ask before downloading')}
            help={say('Otherwise a newer version is fetched when nothing is on its way, and installed when you quit.')}
            checked={rules.asks}
            onChange={(asks) => void change({ updates: { ...rules, asks } })}
          />
          <div>
            <Segments
              label={say('Versions')}
              options={[
                { value: 'stable', label: say('Finished versions') },
                { value: 'beta', label: say('Early versions, too') }
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

function UpdateDeeds({ status: { state, isBusy } }: { readonly status: UpdateStatus }) {
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
        <Button busy={isChecking && say('Looking')} onClick={() => void check()}>
          {say('Look now')}
        </Button>
      )}
      {((state.kind === 'available' && !state.isAgreed) || (state.kind === 'failed' && state.news !== null)) && (
        <Button look="go" onClick={() => void request('updates.download').then(sayFailure)}>
          {say('Download')}
        </Button>
      )}
      {state.kind === 'ready' && (
        <Button look="go" notReady={isBusy} onClick={() => void request('updates.restart').then(sayFailure)}>
          {say('Restart and update')}
        </Button>
      )}
    </div>
  )
}
