import { request } from '../bridge/kiln.ts'
import { useProxy } from '../bridge/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import styles from './settings-view.module.css'

/** The proxy on the way to the service, and what it is to know; nothing where the way is straight. */
export function ProxyRow({ onSignIn }: { readonly onSignIn: () => void }) {
  const proxy = useProxy()
  const say = useFailureToast()
  if (proxy === null) return null
  const { host, source, wants, hasPassword, isRefused } = proxy
  return (
    <div className={styles.proxy}>
      <div className={styles.path}>
        <Icon name="proxy" />
        <span className={styles.folder}>
          Through the proxy <span data-selectable>{host}</span>, as {source === 'system' ? 'the system says' : 'the environment says'}.{' '}
          {wants === 'other'
            ? 'It wants a kind of sign-in that Kiln can’t do.'
            : isRefused
              ? 'It does not take the name and password that Kiln has.'
              : hasPassword
                ? 'Kiln has a name and a password for it.'
                : wants === 'password'
                  ? 'It wants a name and a password.'
                  : ''}
        </span>
      </div>
      {(wants === 'password' || hasPassword) && (
        <div className={styles.actions}>
          <Button icon="key" onClick={onSignIn}>
            {hasPassword ? 'Change name and password' : 'Enter name and password'}
          </Button>
          {hasPassword && (
            <Button look="quiet" onClick={() => void request('proxy.forget', { host }).then(say)}>
              Forget them
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
