import { type NetworkSettings, type NetworkSettingsProblem, proxyKinds } from '../../shared/app/network.ts'
import { say } from '../../shared/i18n/say.ts'
import { LabelledField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { SingleLineInput, TextArea } from '../ui/text-field.tsx'
import styles from './network-settings-panel.module.css'

/** Fields of a proxy that the user enters. `errorOf` returns the error to show below a field, or false. */
export function CustomProxyFields({
  proxy,
  exceptions,
  onEdit,
  errorOf
}: Pick<NetworkSettings, 'proxy' | 'exceptions'> & {
  readonly onEdit: (change: Partial<NetworkSettings>) => void
  readonly errorOf: (field: NetworkSettingsProblem['field']) => string | false
}) {
  return (
    <>
      <div className={styles.proxy}>
        <LabelledField label={say('Type')}>
          {(control) => (
            <Select
              {...control}
              wide
              options={proxyKinds.map((kind) => ({ value: kind, label: kind.toUpperCase() }))}
              value={proxy.kind}
              onChange={(kind) => onEdit({ proxy: { ...proxy, kind } })}
            />
          )}
        </LabelledField>
        <LabelledField label={say('Proxy host')} error={errorOf('host')}>
          {(control) => (
            <SingleLineInput
              {...control}
              dir="ltr"
              className="id"
              placeholder={say('proxy.example')}
              value={proxy.host}
              onChange={(event) => onEdit({ proxy: { ...proxy, host: event.target.value.trim() } })}
            />
          )}
        </LabelledField>
        <LabelledField label={say('Port')} error={errorOf('port')}>
          {(control) => (
            <SingleLineInput
              {...control}
              className="num"
              inputMode="numeric"
              placeholder="8080"
              value={proxy.port ?? ''}
              onChange={(event) => onEdit({ proxy: { ...proxy, port: portOf(event.target.value) } })}
            />
          )}
        </LabelledField>
      </div>
      <LabelledField
        label={say('Hosts that bypass the proxy')}
        help={say(
          'Host names, domain suffixes or IP addresses, separated by commas or line breaks. Connections to this computer always bypass the proxy.'
        )}
        error={errorOf('exceptions')}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            dir="ltr"
            className="id"
            placeholder={say('.example.com, 10.0.0.1')}
            value={exceptions}
            onChange={(event) => onEdit({ exceptions: event.target.value })}
          />
        )}
      </LabelledField>
      <p className="small ink-3">{say('If the proxy needs a username and password, Kiln asks for them when it connects.')}</p>
    </>
  )
}

/** Returns the port number in a typed text. Null if the text has no digits. Doesn't check the range. */
function portOf(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '').slice(0, 6)
  return digits === '' ? null : Number(digits)
}
