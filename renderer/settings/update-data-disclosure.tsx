import type { UpdateSettings } from '../../shared/app/update.ts'
import { say } from '../../shared/i18n/say.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './update-data-disclosure.module.css'
import { useUpdateStatus } from './use-update-status.ts'

/** Lists the data that update checks and downloads send, with recipient and time. Also says where to make both requests manual. */
export function UpdateDataDisclosure({ rules }: { readonly rules: UpdateSettings }) {
  const status = useUpdateStatus()
  if (status === null) return null
  if (status.state.kind === 'off') {
    return <Lines isNothing lines={[say('This copy of Kiln doesn’t check for updates.')]} />
  }
  const source = status.source ?? say('this copy’s update source')
  return (
    <Lines
      lines={[
        rules.looks
          ? say(
              'A check for new versions, sent to {source}. It runs one minute after launch, every 12 hours, and when you click Check now.',
              {
                source
              }
            )
          : say('A check for new versions, sent to {source} only when you click Check now.', { source }),
        rules.asks
          ? say('A download request to {source} and any address it redirects to, sent when you click Download.', { source })
          : say('A download request to {source} and any address it redirects to, sent when an update is found.', { source }),
        say(
          'Both requests include your operating system and whether you want beta versions. The download request also includes your current version. No key, account, device ID or content is sent. You can make both requests manual under Updates.'
        )
      ]}
    />
  )
}

/** `isNothing` is true if nothing is sent. The lines then have no arrow. */
function Lines({ lines, isNothing = false }: { readonly lines: readonly string[]; readonly isNothing?: boolean }) {
  return (
    <ul className={styles.lines} aria-label={say('Updates')}>
      {lines.map((line) => (
        <li key={line}>
          <Icon name={isNothing ? 'minus' : 'arrow-right'} size="s" />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  )
}
