import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { ConnectionTestResult } from '../../shared/app/connection.ts'
import { say } from '../../shared/i18n/say.ts'
import { useIsKeyStorageSecure, useProxyState } from '../bridge/use-session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { LabelledField, FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Switch } from '../ui/switch.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import styles from './connect-form.module.css'
import { isWebUrl, noConnectFormErrors } from './connect-form-errors.ts'
import { ProxySignInDialog } from './proxy-sign-in-dialog.tsx'
import type { SecretInputHandle } from './secret-input.tsx'
import { SecretInput } from './secret-input.tsx'
import type { ConnectResult } from './use-connect.ts'
import { useConnect } from './use-connect.ts'
import { Say } from '../ui/say.tsx'

export type ConnectFormProps = {
  readonly initialBaseUrl: string
  /** Label of the primary action. */
  readonly action: string
  readonly onConnected: (connected: ConnectResult) => void
  /** Starts a connection check for this base URL. */
  readonly onCheckConnection: (baseUrl: string) => void
}

export function ConnectForm({ initialBaseUrl, action, onConnected, onCheckConnection }: ConnectFormProps) {
  const secret = useRef<SecretInputHandle>(null)
  const address = useRef<HTMLInputElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const sameButton = useRef<HTMLButtonElement>(null)
  const [baseUrl, setBaseUrl] = useState(initialBaseUrl)
  const proxy = useProxyState()
  const isKeyStorageSecure = useIsKeyStorageSecure()
  const [isAtProxy, setIsAtProxy] = useState(false)
  const [acceptWeakStorage, setAcceptWeakStorage] = useState(false)
  const { state, reset, test, connect } = useConnect(secret, onConnected)
  const errors = state.kind === 'refused' ? state.errors : noConnectFormErrors

  // A rejected API key means that Kiln reached the service, so the network isn't the cause.
  const mayBeNetwork = (errors.baseUrl !== null || errors.form !== null) && isWebUrl(baseUrl)

  useEffect(() => {
    if (state.kind === 'found') submitButton.current?.focus()
    if (state.kind === 'asks-account') sameButton.current?.focus()
  }, [state.kind])

  useEffect(() => {
    if (errors.baseUrl !== null) address.current?.focus()
    else if (errors.apiKey !== null) secret.current?.focus()
  }, [errors])

  function submit(event: FormEvent) {
    event.preventDefault()
    void connect(baseUrl, acceptWeakStorage)
  }

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <LabelledField label={say('Base URL')} error={errors.baseUrl}>
        {(control) => (
          <SingleLineInput
            {...control}
            ref={address}
            dir="ltr"
            big
            type="url"
            inputMode="url"
            placeholder="https://api.example.com"
            value={baseUrl}
            onChange={(event) => {
              setBaseUrl(event.target.value)
              reset()
            }}
          />
        )}
      </LabelledField>
      <LabelledField label={say('API key')} error={errors.apiKey}>
        {(control) => <SecretInput control={control} ref={secret} onEdit={reset} />}
      </LabelledField>
      {isKeyStorageSecure === false && (
        <div className={styles.weak}>
          <Banner tone="held" icon="lock-open" title={say('This computer has no secure storage for keys')}>
            {say(
              'Kiln keeps the key in memory only and asks for it each time it starts. You can store it in the settings file instead. Other programs could read it there.'
            )}
          </Banner>
          <Switch label={say('Store the key in the settings file')} checked={acceptWeakStorage} onChange={setAcceptWeakStorage} />
        </div>
      )}
      <div role="status" className={styles.outcome}>
        {state.kind === 'found' && <Found report={state.report} />}
        {state.kind === 'asks-account' && (
          <Banner
            tone="held"
            icon="key"
            title={say('Is this the same account?')}
            actions={
              <>
                <Button size="small" onClick={() => void connect(baseUrl, acceptWeakStorage, 'other')}>
                  {say('Add new account')}
                </Button>
                <Button ref={sameButton} size="small" variant="go" onClick={() => void connect(baseUrl, acceptWeakStorage, 'same')}>
                  {say('Use same account')}
                </Button>
              </>
            }
          >
            {say(
              'You created {tasks, plural, one {# task} other {# tasks}} with another API key. The service’s recent tasks don’t show that this key belongs to the same account. If it’s a different account, those tasks stay with the previous account.',
              { tasks: state.tasks }
            )}
          </Banner>
        )}
        {errors.form !== null && <FieldError>{errors.form}</FieldError>}
      </div>
      {(proxy?.needs === 'password' || mayBeNetwork) && (
        <div className={styles.actions}>
          {proxy?.needs === 'password' && (
            <Button icon="key" onClick={() => setIsAtProxy(true)}>
              {say('Sign in to the proxy')}
            </Button>
          )}
          {mayBeNetwork && <Button onClick={() => onCheckConnection(baseUrl.trim())}>{say('Check connection')}</Button>}
        </div>
      )}
      <ProxySignInDialog proxy={isAtProxy ? proxy : null} onClose={() => setIsAtProxy(false)} />
      {state.kind !== 'asks-account' && (
        <div className={styles.actions}>
          <Button ref={submitButton} submits variant="go" size="big" busy={state.kind === 'connecting' && say('Connecting…')}>
            {action}
          </Button>
          <Button variant="quiet" size="big" busy={state.kind === 'testing' && say('Testing…')} onClick={() => void test(baseUrl)}>
            {state.kind === 'found' ? say('Test again') : say('Test connection')}
          </Button>
        </div>
      )}
    </form>
  )
}

function Found({ report }: { readonly report: ConnectionTestResult }) {
  return (
    <p className={styles.found}>
      <Icon name="check" size="s" />
      <span>
        <Say
          text={
            '<b>Found {capabilities, plural, one {# capability} other {# capabilities}}</b> across {categories, plural, one {# category} other {# categories}}. The key works.'
          }
          values={{ capabilities: report.capabilities, categories: report.categories, b: <b /> }}
        />
      </span>
    </p>
  )
}
