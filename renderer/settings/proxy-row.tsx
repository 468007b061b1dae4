import { assertNever } from '../../shared/assert-never.ts'
import type { ProxyState } from '../../shared/app/proxy.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useProxyState } from '../bridge/use-session.ts'
import { openProxySignIn } from '../navigation/app-dialogs-store.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import styles from './settings-view.module.css'
import { Say } from '../ui/say.tsx'

/** The proxy to the service and its sign-in state. Renders nothing for a direct connection. */
export function ProxyRow() {
  const proxy = useProxyState()
  const sayFailure = useFailureToast()
  if (proxy === null) return null
  const { host, source, needs, hasPassword, isRefused } = proxy
  return (
    <div className={styles.proxy}>
      <div className={styles.path}>
        <Icon name="proxy" />
        <span className={styles.folder}>
          <Through host={host} source={source} />{' '}
          {needs === 'other'
            ? say('The proxy needs a sign-in method that Kiln doesn’t support.')
            : isRefused
              ? say('The proxy rejected the saved username and password.')
              : hasPassword
                ? say('Username and password saved.')
                : needs === 'password'
                  ? say('The proxy needs a username and password.')
                  : ''}
        </span>
      </div>
      {(needs === 'password' || hasPassword) && (
        <div className={styles.actions}>
          <Button icon="key" onClick={openProxySignIn}>
            {hasPassword ? say('Change sign-in') : say('Sign in')}
          </Button>
          {hasPassword && (
            <Button variant="quiet" onClick={() => void request('proxy.forget', { host }).then(sayFailure)}>
              {say('Remove sign-in')}
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
      return <Say text={'Kiln uses the proxy <h>{host}</h> from your system settings.'} values={{ host, h: name }} />
    case 'environment':
      return <Say text={'Kiln uses the proxy <h>{host}</h> from your environment variables.'} values={{ host, h: name }} />
    case 'manual':
      return <Say text={'Kiln uses the proxy <h>{host}</h> from its settings.'} values={{ host, h: name }} />
    case 'pac':
      return <Say text={'Kiln uses the proxy <h>{host}</h> from your PAC file.'} values={{ host, h: name }} />
    default:
      return assertNever(source)
  }
}
