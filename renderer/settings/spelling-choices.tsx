import { useEffect, useMemo, useState } from 'react'
import type { AppInfo } from '../../shared/ipc.ts'
import type { NetworkWay } from '../../shared/network.ts'
import { canFetchDictionaries, dictionarySource, type SpellingRules } from '../../shared/spelling.ts'
import { localeInForce, say } from '../../shared/words/say.ts'
import { listen } from '../bridge/kiln.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { SearchMenu } from '../ui/search-menu.tsx'
import { Switch } from '../ui/switch.tsx'
import { useToast } from '../ui/toasts.tsx'
import styles from './settings-view.module.css'
import { languagesToBeginWith } from './spelling-languages.ts'
import { useChangeSettings } from './use-change-settings.ts'

/** Whether prompts are checked, and in which languages; not for macOS, where the system does it. */
export function SpellingChoices({
  rules,
  way,
  appInfo: { spellingLanguages, platform }
}: {
  readonly rules: SpellingRules
  readonly way: NetworkWay
  readonly appInfo: Pick<AppInfo, 'spellingLanguages' | 'platform'>
}) {
  const change = useChangeSettings()
  const toast = useToast()
  const [isOpen, setIsOpen] = useState(false)
  const canFetch = canFetchDictionaries(way)
  const wordsOfWay = say(
    'No dictionary can be fetched by the way that you have set under Network: Chromium would go past it. Those that were fetched before are used.'
  )
  const names = useMemo(() => new Intl.DisplayNames(localeInForce(), { type: 'language' }), [])
  const nameOf = (language: string): string => names.of(language) ?? language
  useEffect(
    () =>
      listen('spelling.failed', (language) =>
        toast({
          title: say('The dictionary of {language} could not be fetched', { language: names.of(language) ?? language }),
          words: canFetch ? say('Kiln tries again when it is opened the next time.') : wordsOfWay,
          icon: 'warning',
          tone: 'failed'
        })
      ),
    [toast, names, canFetch, wordsOfWay]
  )
  const choices = useMemo(
    () =>
      spellingLanguages
        .map((id) => ({ id, words: names.of(id) ?? id }))
        .toSorted((one, other) => one.words.localeCompare(other.words, localeInForce())),
    [spellingLanguages, names]
  )
  const set = (different: Partial<SpellingRules>) => void change({ spelling: { ...rules, ...different } })
  return (
    <>
      <Switch
        label={say('Check the spelling of prompts')}
        help={
          platform === 'win32'
            ? say(
                'Windows checks the languages that it has. The dictionary of any other is fetched once, from {source}, where Google keeps those of Chromium; nothing that you write is sent.',
                { source: new URL(dictionarySource).host }
              )
            : say(
                'The dictionary of each language is fetched once, from {source}, where Google keeps those of Chromium; nothing that you write is sent.',
                { source: new URL(dictionarySource).host }
              )
        }
        checked={rules.isOn}
        onChange={(isOn) =>
          set(
            isOn && rules.languages.length === 0
              ? { isOn, languages: languagesToBeginWith(spellingLanguages, navigator.languages) }
              : { isOn }
          )
        }
      />
      {!canFetch && <p className="small ink-3">{wordsOfWay}</p>}
      {rules.isOn && (
        <div className={styles.actions}>
          <Popover
            label={say('Languages to check')}
            isOpen={isOpen}
            onOpenChange={setIsOpen}
            className={styles.menu}
            trigger={<Button icon="text">{rules.languages.map(nameOf).join(say(', ')) || say('Choose languages')}</Button>}
          >
            <SearchMenu
              isForSeveral
              label={say('Languages to check')}
              placeholder={say('Find a language')}
              items={choices.map((one) => ({ ...one, mark: rules.languages.includes(one.id) ? 'on' : 'off' }))}
              onChoose={({ id, mark }) =>
                set({ languages: mark === 'on' ? rules.languages.filter((one) => one !== id) : [...rules.languages, id] })
              }
            />
          </Popover>
        </div>
      )}
    </>
  )
}
