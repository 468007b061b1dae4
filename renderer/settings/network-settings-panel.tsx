import type { FormEvent } from 'react'
import { useState } from 'react'
import {
  defaultNetworkSettings,
  networkSettingsProblem,
  type NetworkSettings,
  type NetworkSettingsProblem,
  type ProxyMode
} from '../../shared/app/network.ts'
import { say } from '../../shared/i18n/say.ts'
import { useAccount } from '../bridge/use-session.ts'
import { Button } from '../ui/button.tsx'
import { LabelledField } from '../ui/field.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import { CustomProxyFields } from './custom-proxy-fields.tsx'
import styles from './network-settings-panel.module.css'
import { PacStatus } from './pac-status.tsx'
import { useChangeSettings } from './use-change-settings.ts'

/** Network settings. Modes that need no further input apply immediately. A proxy or PAC file applies when the user submits valid values. */
export function NetworkSettingsPanel({ rules }: { readonly rules: NetworkSettings }) {
  const change = useChangeSettings()
  const announce = useAnnounce()
  /** Changes when the PAC file becomes available or unavailable. `PacStatus` then remounts and checks again. */
  const networkBlock = useAccount()?.networkBlock ?? null
  const [typed, setTyped] = useState<NetworkSettings | null>(null)
  const [isJudged, setIsJudged] = useState(false)
  const shown = typed ?? rules
  const problem = networkSettingsProblem(shown)
  const wrong = (field: NetworkSettingsProblem['field']) => isJudged && problem?.field === field && problem.message

  const options: readonly { readonly value: ProxyMode; readonly label: string }[] = [
    { value: 'system', label: say('System default') },
    { value: 'direct', label: say('No proxy') },
    { value: 'manual', label: say('Custom proxy') },
    { value: 'pac', label: say('PAC file') }
  ]

  function revert() {
    setTyped(null)
    setIsJudged(false)
  }
  async function save(next: NetworkSettings) {
    if (await change({ network: next })) {
      revert()
      announce(say('Network settings saved'))
    }
  }
  function choose(way: ProxyMode) {
    const next = { ...shown, way }
    setIsJudged(false)
    if (way === 'system' || way === 'direct') void save({ ...rules, way })
    else setTyped(next)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setIsJudged(true)
    if (problem === null) void save(shown)
  }
  const edit = (different: Partial<NetworkSettings>) => setTyped({ ...shown, ...different })

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <SegmentedControl label={say('Proxy settings')} options={options} value={shown.way} onChange={choose} />
      {shown.way === 'manual' && <CustomProxyFields proxy={shown.proxy} exceptions={shown.exceptions} onEdit={edit} errorOf={wrong} />}
      {shown.way === 'pac' && (
        <LabelledField
          label={say('PAC file address')}
          help={say('The PAC file chooses a proxy for each address. If Kiln can’t load it, nothing is sent.')}
          error={wrong('pacUrl')}
        >
          {(control) => (
            <SingleLineInput
              {...control}
              type="url"
              dir="ltr"
              className="id"
              placeholder={say('http://wpad.example/proxy.pac')}
              value={shown.pacUrl}
              onChange={(event) => edit({ pacUrl: event.target.value.trim() })}
            />
          )}
        </LabelledField>
      )}
      {rules.way === 'pac' && typed === null && <PacStatus key={`${rules.pacUrl} ${networkBlock}`} />}
      {(shown.way === 'manual' || shown.way === 'pac') && (
        <div className={styles.actions}>
          <Button submits notReady={typed === null}>
            {shown.way === 'manual' ? say('Use proxy') : say('Use PAC file')}
          </Button>
          {typed !== null && (
            <Button variant="quiet" onClick={revert}>
              {say('Revert')}
            </Button>
          )}
          {typed === null && rules.way !== defaultNetworkSettings.way && (
            <Button variant="quiet" onClick={() => void save({ ...rules, way: 'system' })}>
              {say('Use system default')}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
