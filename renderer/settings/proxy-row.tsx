import { assertNever } from '../../shared/assert-never.ts'
import type { ProxyState } from '../../shared/proxy.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { useProxy } from '../bridge/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import styles from './settings-view.module.css'
import { Say } from '../ui/say.tsx'

/** The proxy on the way to the service, and what it is to know; nothing where the way is straight. */
export function ProxyRow({ onSignIn }: { readonly onSignIn: () => void }) {
  const proxy = useProxy()
  const sayFailure = useFailureToast()
  if (proxy === null) return null
  const { host, source, wants, hasPassword, isRefused } = proxy
  return (
    <div className={styles.proxy}>
      <div className={styles.path}>
        <Icon name="proxy" />
        <span className={styles.folder}>
          <Through host={host} source={source} />{' '}
          {wants === 'other'
            ? say('It wants a kind of sign-in that Kiln can’t do.')
            : isRefused
              ? say('It does not take the name and password that Kiln has.')
              : hasPassword
                ? say('Kiln has a name and a password for it.')
                : wants === 'password'
                  ? say('It wants a name and a password.')
                  : ''}
        </span>
      </div>
      {(wants === 'password' || hasPassword) && (
        <div className={styles.actions}>
          <Button icon="key" onClick={onSignIn}>
            {hasPassword ? say('Change name and password') : say('Enter name and password')}
          </Button>
          {hasPassword && (
            <Button look="quiet" onClick={() => void request('proxy.forget', { host }).then(sayFailure)}>
              {say('Forget them')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Through({ host, source }: Pick<ProxyState, 'host' | 'source'>) {
  const name = <bdi data-selectable />
  switch (source) {
    case 'system':
      return <Say text="Through the proxy <h>{host}</h>, as the system says." values={{ host, h: name }} />
    case 'environment':
      return <Say text="Through the proxy <h>{host}</h>, as the environment says." values={{ host, h: name }} />
    case 'manual':
      return <Say text="Through the proxy <h>{host}</h>, as you have set." values={{ host, h: name }} />
    case 'pac':
      return <Say text="Through the proxy <h>{host}</h>, as your script says." values={{ host, h: name }} />
    default:
      return assertNever(source)
  }
}
