import type { ProxyMode } from '../../shared/app/network.ts'
import { canDownloadDictionaries, dictionaryBaseUrl, type SpellingSettings } from '../../shared/app/spelling.ts'
import { say } from '../../shared/i18n/say.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './update-data-disclosure.module.css'

/** Lists the data that spell checking sends. `isOwn` is true if the system checks the spelling. */
export function SpellingDataDisclosure({
  rules,
  way,
  isOwn
}: {
  readonly rules: SpellingSettings
  readonly way: ProxyMode
  readonly isOwn: boolean
}) {
  const sends = !isOwn && rules.isOn && canDownloadDictionaries(way)
  return (
    <ul className={styles.lines} aria-label={say('Spell checking')}>
      <li>
        <Icon name={sends ? 'arrow-right' : 'minus'} size="s" />
        <span>
          {isOwn
            ? say('No dictionary downloads. Your system checks the spelling.')
            : !rules.isOn
              ? say('No dictionary downloads. Spell checking is off.')
              : canDownloadDictionaries(way)
                ? say(
                    'A request for each language’s dictionary, sent once to {source}. It contains the language, but nothing you write. You can turn off spell checking under Spelling.',
                    { source: new URL(dictionaryBaseUrl).host }
                  )
                : say('No dictionary downloads. Your network settings don’t allow them.')}
        </span>
      </li>
    </ul>
  )
}
