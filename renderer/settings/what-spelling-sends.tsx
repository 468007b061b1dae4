import type { NetworkWay } from '../../shared/network.ts'
import { canFetchDictionaries, dictionarySource, type SpellingRules } from '../../shared/spelling.ts'
import { say } from '../../shared/words/say.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './what-updates-send.module.css'

/** What leaves this computer for the spelling of prompts. `isOwn`: the system checks it by itself. */
export function WhatSpellingSends({
  rules,
  way,
  isOwn
}: {
  readonly rules: SpellingRules
  readonly way: NetworkWay
  readonly isOwn: boolean
}) {
  return (
    <ul className={styles.lines} aria-label={say('For spelling')}>
      <li>
        <Icon name="arrow-right" size="s" />
        <span>
          {isOwn
            ? say('For spelling nothing: your system checks it by itself.')
            : !rules.isOn
              ? say('For spelling nothing: it is not checked.')
              : canFetchDictionaries(way)
                ? say(
                    'The wish for the dictionary of each language that you check, once, to {source}: it names the language, and nothing that you write. Switched off under Spelling.',
                    { source: new URL(dictionarySource).host }
                  )
                : say('For spelling nothing: no dictionary is fetched by the way that you have set under Network.')}
        </span>
      </li>
    </ul>
  )
}
