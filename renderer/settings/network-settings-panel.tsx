import { networkSettingsProblem, type NetworkSettings, type NetworkSettingsProblem, type ProxyMode } from '../../shared/app/network.ts'
import { say } from '../../shared/i18n/say.ts'
import { useAccount } from '../bridge/use-session.ts'
import { Button } from '../ui/button.tsx'
import { LabelledField } from '../ui/field.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { SavedNote } from '../ui/saved-note.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import { useDraftValue } from '../ui/use-draft-value.ts'
import { CustomProxyFields } from './custom-proxy-fields.tsx'
import styles from './network-settings-panel.module.css'
import { PacStatus } from './pac-status.tsx'
import { useChangeSettings } from './use-change-settings.ts'

/**
 * Network settings. A mode applies at once if it needs no further input. A proxy or PAC file applies when the focus leaves its fields. Kiln
 * therefore never uses a new host with an old port. A wrong proxy costs nothing, because requests fail before they reach the service. The
 * settings therefore don't need a button. The proxy's password has its own dialog. A certificate is chosen in the system's dialog.
 */
export function NetworkSettingsPanel({ rules }: { readonly rules: NetworkSettings }) {
  const change = useChangeSettings()
  const announce = useAnnounce()
  /** Changes when the PAC file becomes available or unavailable. `PacStatus` then remounts and checks again. */
  const networkBlock = useAccount()?.networkBlock ?? null
  const { shown, isJudged, isChanged, edit, revert, apply, undo, groupProps } = useDraftValue({
    saved: rules,
    problemOf: (typed) => networkSettingsProblem(typed)?.message ?? null,
    save: async (network) => {
      const isSaved = await change({ network })
      if (isSaved) announce(say('Network settings saved'))
      return isSaved
    }
  })
  const problem = networkSettingsProblem(shown)
  const errorOf = (field: NetworkSettingsProblem['field']) => isJudged && problem?.field === field && problem.message

  const options: readonly { readonly value: ProxyMode; readonly label: string }[] = [
    { value: 'system', label: say('System default') },
    { value: 'direct', label: say('No proxy') },
    { value: 'manual', label: say('Custom proxy') },
    { value: 'pac', label: say('PAC file') }
  ]

  function choose(way: ProxyMode): void {
    const next = { ...shown, way }
    revert()
    if (way === 'system' || way === 'direct') apply({ ...rules, way })
    else if (networkSettingsProblem(next) === null) apply(next)
    else edit(next)
  }
  const editPart = (different: Partial<NetworkSettings>) => edit({ ...shown, ...different })

  return (
    <div className={styles.form} {...groupProps}>
      <SegmentedControl label={say('Proxy settings')} options={options} value={shown.way} onChange={choose} />
      {shown.way === 'manual' && (
        <CustomProxyFields proxy={shown.proxy} exceptions={shown.exceptions} onEdit={editPart} errorOf={errorOf} />
      )}
      {shown.way === 'pac' && (
        <LabelledField
          label={say('PAC file address')}
          help={say('The PAC file chooses a proxy for each address. If Kiln can’t load it, nothing is sent.')}
          error={errorOf('pacUrl')}
        >
          {(control) => (
            <SingleLineInput
              {...control}
              type="url"
              dir="ltr"
              className="id"
              placeholder={say('http://wpad.example/proxy.pac')}
              value={shown.pacUrl}
              onChange={(event) => editPart({ pacUrl: event.target.value.trim() })}
            />
          )}
        </LabelledField>
      )}
      {rules.way === 'pac' && !isChanged && <PacStatus key={`${rules.pacUrl} ${networkBlock}`} />}
      {isChanged && (
        <div className={styles.actions}>
          <span className="small ink-2">{say('Not in use yet. Press Enter or leave these fields to apply.')}</span>
          <Button size="small" variant="quiet" onClick={revert}>
            {say('Revert')}
          </Button>
        </div>
      )}
      {!isChanged && undo !== null && <SavedNote onUndo={undo} />}
    </div>
  )
}
