import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { ProxyState } from '../../shared/app/proxy.ts'
import { say } from '../../shared/i18n/say.ts'
import { useIsKeyStorageSecure } from '../bridge/use-session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LabelledField, FieldError } from '../ui/field.tsx'
import { Switch } from '../ui/switch.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import styles from './connect-form.module.css'
import type { SecretInputHandle } from './secret-input.tsx'
import { SecretInput } from './secret-input.tsx'
import { useProxySignIn } from './use-proxy-sign-in.ts'

export type ProxySignInDialogProps = {
  /** Null if closed. */
  readonly proxy: ProxyState | null
  readonly onClose: () => void
}

/** Asks for the username and password of the proxy between Kiln and the service. */
export function ProxySignInDialog({ proxy, onClose }: ProxySignInDialogProps) {
  return (
    <Dialog
      isOpen={proxy !== null}
      onClose={onClose}
      title={say('Sign in to the proxy')}
      description={
        <>
          {say(
            '{host} needs a username and password. Use the ones for your network, not for your account with the service. They’re only sent to this proxy.',
            { host: proxy?.host ?? '' }
          )}
        </>
      }
    >
      {proxy !== null && <ProxyForm host={proxy.host} onDone={onClose} />}
    </Dialog>
  )
}

function ProxyForm({ host, onDone }: { readonly host: string; readonly onDone: () => void }) {
  const isKeyStorageSecure = useIsKeyStorageSecure()
  const toast = useToast()
  const secret = useRef<SecretInputHandle>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [acceptWeakStorage, setAcceptWeakStorage] = useState(false)
  const { isAsking, errors, signIn, reset } = useProxySignIn(host, secret, ({ isStored }) => {
    toast({
      icon: 'check',
      tone: 'done',
      title: say('Signed in to the proxy'),
      ...(!isStored && { description: say('Kiln keeps the username and password until you quit.') })
    })
    onDone()
  })

  useEffect(() => {
    if (errors.name !== null) nameField.current?.focus()
    else if (errors.password !== null) secret.current?.focus()
  }, [errors])

  function submit(event: FormEvent) {
    event.preventDefault()
    // The dialog may be nested in another form, which would receive the event too.
    event.stopPropagation()
    void signIn(name, acceptWeakStorage)
  }

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <LabelledField label={say('Username')} error={errors.name}>
        {(control) => (
          <SingleLineInput
            {...control}
            ref={nameField}
            big
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              reset()
            }}
          />
        )}
      </LabelledField>
      <LabelledField label={say('Password')} error={errors.password}>
        {(control) => <SecretInput control={control} ref={secret} onEdit={reset} />}
      </LabelledField>
      {isKeyStorageSecure === false && (
        <div className={styles.weak}>
          <Banner tone="held" icon="lock-open" title={say('This computer has no secure storage for passwords')}>
            {say(
              'Kiln keeps the password in memory only and asks for it each time it starts. You can store it in the settings file instead. Other apps could read it there.'
            )}
          </Banner>
          <Switch label={say('Store the password in the settings file')} checked={acceptWeakStorage} onChange={setAcceptWeakStorage} />
        </div>
      )}
      <div role="status" className={styles.outcome}>
        {errors.form !== null && <FieldError>{errors.form}</FieldError>}
      </div>
      <div className={styles.actions}>
        <Button submits variant="go" size="big" busy={isAsking && say('Signing in…')}>
          {say('Sign in')}
        </Button>
      </div>
    </form>
  )
}
