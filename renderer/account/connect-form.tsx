import type { FormEvent, KeyboardEvent, Ref } from 'react'
import { useEffect, useRef, useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { useIsKeyStorageSecure, useProxyState } from '../bridge/use-session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { LabelledField, FieldError } from '../ui/field.tsx'
import { Switch } from '../ui/switch.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import styles from './connect-form.module.css'
import { isWebUrl, noConnectFormErrors } from './connect-form-errors.ts'
import { ProxySignInDialog } from './proxy-sign-in-dialog.tsx'
import type { SecretInputHandle } from './secret-input.tsx'
import { SecretInput } from './secret-input.tsx'
import type { ConnectResult } from './use-connect.ts'
import { useConnect } from './use-connect.ts'

export type ConnectFormProps = {
  readonly initialBaseUrl: string
  readonly onConnected: (connected: ConnectResult) => void
  /** Starts a connection check for this base URL. */
  readonly onCheckConnection: (baseUrl: string) => void
}

/** Connects an account with one button, which tests the address and key and then opens the account. */
export function ConnectForm({ initialBaseUrl, onConnected, onCheckConnection }: ConnectFormProps) {
  const secret = useRef<SecretInputHandle>(null)
  const address = useRef<HTMLInputElement>(null)
  const sameButton = useRef<HTMLButtonElement>(null)
  const [baseUrl, setBaseUrl] = useState(initialBaseUrl)
  const proxy = useProxyState()
  const isKeyStorageSecure = useIsKeyStorageSecure()
  const [isAtProxy, setIsAtProxy] = useState(false)
  const [acceptWeakStorage, setAcceptWeakStorage] = useState(false)
  const { state, cancel, connect } = useConnect(secret, onConnected)
  const isTesting = state.kind === 'testing'
  const errors = state.kind === 'refused' ? state.errors : noConnectFormErrors

  // A rejected API key means that Kiln reached the service, so the network isn't the cause.
  const mayBeNetwork = (errors.baseUrl !== null || errors.form !== null) && isWebUrl(baseUrl)

  useEffect(() => {
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
  /** Cancels the test. Focuses the address field, because the focused Cancel button disappears. */
  function cancelTest() {
    cancel()
    address.current?.focus()
  }
  function keyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isTesting) return
    event.stopPropagation()
    cancelTest()
  }

  return (
    <form onSubmit={submit} onKeyDown={keyDown} noValidate className={styles.form}>
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
              cancel()
            }}
          />
        )}
      </LabelledField>
      <LabelledField label={say('API key')} error={errors.apiKey}>
        {(control) => <SecretInput control={control} ref={secret} onEdit={cancel} />}
      </LabelledField>
      {isKeyStorageSecure === false && (
        <div className={styles.weak}>
          <Banner tone="held" icon="lock-open" title={say('This computer has no secure storage for keys')}>
            {say(
              'Kiln keeps the key in memory only and asks for it each time it starts. You can store it in the settings file instead. Other apps could read it there.'
            )}
          </Banner>
          <Switch label={say('Store the key in the settings file')} checked={acceptWeakStorage} onChange={setAcceptWeakStorage} />
        </div>
      )}
      <div role="status" className={styles.outcome}>
        {isTesting && <p className="ink-2">{say('Testing the address and key… Nothing is saved until both work.')}</p>}
        {state.kind === 'asks-account' && (
          <SameAccountQuestion
            tasks={state.tasks}
            sameButton={sameButton}
            onAnswer={(account) => void connect(baseUrl, acceptWeakStorage, account)}
          />
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
          <Button submits variant="go" size="big" className={styles.connect} busy={isTesting && say('Testing…')}>
            {say('Connect')}
          </Button>
          {isTesting && (
            <Button size="big" onClick={cancelTest}>
              {say('Cancel')}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

type SameAccountQuestionProps = {
  /** Number of tasks created with another API key. */
  readonly tasks: number
  readonly sameButton: Ref<HTMLButtonElement>
  readonly onAnswer: (account: 'same' | 'other') => void
}

function SameAccountQuestion({ tasks, sameButton, onAnswer }: SameAccountQuestionProps) {
  return (
    <Banner
      tone="held"
      icon="key"
      title={say('Is this the same account?')}
      actions={
        <>
          <Button size="small" onClick={() => onAnswer('other')}>
            {say('Add new account')}
          </Button>
          <Button ref={sameButton} size="small" variant="go" onClick={() => onAnswer('same')}>
            {say('Use same account')}
          </Button>
        </>
      }
    >
      {say(
        'You created {tasks, plural, one {# task} other {# tasks}} with another API key. The service’s recent tasks don’t show that this key belongs to the same account. If it’s a different account, those tasks stay with the previous account.',
        { tasks }
      )}
    </Banner>
  )
}
