import { say } from '../../shared/i18n/say.ts'
import { useIsKeyStorageSecure } from '../bridge/use-session.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './data-disclosure.module.css'

/** Lists the data that leaves this computer. */
export function DataDisclosure() {
  const isKeyStorageSecure = useIsKeyStorageSecure()
  return (
    <ul className={styles.lines}>
      <li>
        <Icon name="arrow-right" size="s" />
        {say('Prompts and parameters, when you send a task.')}
      </li>
      <li>
        <Icon name="arrow-right" size="s" />
        {say('The files you choose, sent directly to the service’s storage.')}
      </li>
      <li>
        <Icon name={isKeyStorageSecure ? 'lock' : 'key'} size="s" />
        {keyText(isKeyStorageSecure)}
      </li>
    </ul>
  )
}

/** Returns the text about the API key. `isSecure` is null until the secure store has responded. */
function keyText(isSecure: boolean | null): string {
  if (isSecure === null) return say('Your key, sent only to the service’s address. This computer’s secure storage hasn’t responded yet.')
  return isSecure
    ? say('Your key, sent only to the service’s address. The key is stored in this computer’s secure storage.')
    : say('Your key, sent only to the service’s address.')
}
