import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { ProxyState } from '../../shared/proxy.ts'
import { say } from '../../shared/words/say.ts'
import { useAppInfo } from '../bridge/use-session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FieldError } from '../ui/field.tsx'
import { Switch } from '../ui/switch.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import styles from './connect-form.module.css'
import type { SecretInputHandle } from './secret-input.tsx'
import { SecretInput } from './secret-input.tsx'
import { useProxySignIn } from './use-proxy-sign-in.ts'

export type ProxyDialogProps = {
  /** Null: closed. */
  readonly proxy: ProxyState | null
  readonly onClose: () => void
}

/** Name and password for the proxy that stands on the way to the service. */
export function ProxyDialog({ proxy, onClose }: ProxyDialogProps) {
  return (
    <Dialog
      isOpen={proxy !== null}
      onClose={onClose}
      title={say('Sign in to the proxy')}
      description={
        <>
          {say(
            '{host} lets nothing through without a name and a password. They are those of your network, not of your account at the service, and go to this proxy alone.',
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
  const isKeyStorageSecure = useAppInfo()?.isKeyStorageSecure ?? true
  const toast = useToast()
  const secret = useRef<SecretInputHandle>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [acceptWeakStorage, setAcceptWeakStorage] = useState(false)
  const { isAsking, errors, signIn, reset } = useProxySignIn(host, secret, ({ isStored }) => {
    toast({
      icon: 'check',
      tone: 'done',
      title: say('The proxy lets Kiln through'),
      ...(!isStored && { words: say('Name and password are kept until Kiln is closed.') })
    })
    onDone()
  })

  useEffect(() => {
    if (errors.name !== null) nameField.current?.focus()
    else if (errors.password !== null) secret.current?.focus()
  }, [errors])

  function submit(event: FormEvent) {
    event.preventDefault()
    // It may stand above another form, which would hear of it too.
    event.stopPropagation()
    void signIn(name, acceptWeakStorage)
  }

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Field label={say('User name')} error={errors.name}>
        {(control) => (
          <TextField
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
      </Field>
      <Field label={say('Password')} error={errors.password}>
        {(control) => <SecretInput control={control} ref={secret} onEdit={reset} />}
      </Field>
      {!isKeyStorageSecure && (
        <div className={styles.weak}>
          <Banner tone="held" icon="lock-open" title={say('This computer has no secure store for passwords')}>
            {say(
              'Kiln keeps it in memory and asks again at the next start, unless you let it lie in the settings file, where other programs could read it.'
            )}
          </Banner>
          <Switch label={say('Keep the password in the settings file')} checked={acceptWeakStorage} onChange={setAcceptWeakStorage} />
        </div>
      )}
      <div role="status" className={styles.outcome}>
        {errors.form !== null && <FieldError>{errors.form}</FieldError>}
      </div>
      <div className={styles.actions}>
        <Button submits look="go" size="big" busy={isAsking && say('Asking the proxy')}>
          {say('Sign in')}
        </Button>
      </div>
    </form>
  )
}
