import { useEffect, useMemo, useState } from 'react'
import type { AppInfo } from '../../shared/ipc/app.ts'
import type { ProxyMode } from '../../shared/app/network.ts'
import { canDownloadDictionaries, dictionaryBaseUrl, type SpellingSettings } from '../../shared/app/spelling.ts'
import { currentLocale, say } from '../../shared/i18n/say.ts'
import { subscribe } from '../bridge/kiln.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { SearchMenu } from '../ui/search-menu.tsx'
import { Switch } from '../ui/switch.tsx'
import { useToast } from '../ui/toasts.tsx'
import styles from './settings-view.module.css'
import { defaultSpellingLanguages } from './spelling-languages.ts'
import { useChangeSettings } from './use-change-settings.ts'

/**
 * Switches spell checking of prompts on or off, and chooses its languages. Not shown on macOS, where the system itself checks the spelling.
 */
export function SpellingSettingsPanel({
  rules,
  way,
  appInfo: { spellingLanguages, platform }
}: {
  readonly rules: SpellingSettings
  readonly way: ProxyMode
  readonly appInfo: Pick<AppInfo, 'spellingLanguages' | 'platform'>
}) {
  const change = useChangeSettings()
  const toast = useToast()
  const [isOpen, setIsOpen] = useState(false)
  const canFetch = canDownloadDictionaries(way)
  const wordsOfSource = say(
    'Dictionaries can’t be downloaded, because the download would bypass your network settings. Dictionaries you already have still work.'
  )
  const names = useMemo(() => new Intl.DisplayNames(currentLocale(), { type: 'language' }), [])
  const nameOf = (language: string): string => names.of(language) ?? language
  useEffect(
    () =>
      subscribe('spelling.failed', (language) =>
        toast({
          title: say('The {language} dictionary couldn’t be downloaded', { language: names.of(language) ?? language }),
          description: canFetch ? say('Kiln tries again the next time it starts.') : wordsOfSource,
          icon: 'warning',
          tone: 'failed'
        })
      ),
    [toast, names, canFetch, wordsOfSource]
  )
  const choices = useMemo(
    () =>
      spellingLanguages
        .map((id) => ({ id, label: names.of(id) ?? id }))
        .toSorted((one, other) => one.label.localeCompare(other.label, currentLocale())),
    [spellingLanguages, names]
  )
  const set = (different: Partial<SpellingSettings>) => void change({ spelling: { ...rules, ...different } })
  return (
    <>
      <Switch
        label={say('Check spelling in prompts')}
        help={
          platform === 'win32'
            ? say(
                'Windows checks spelling in its installed languages. Dictionaries for other languages are downloaded once from {source}, Google’s server for Chromium dictionaries. Nothing you write is sent.',
                { source: new URL(dictionaryBaseUrl).host }
              )
            : say(
                'Each language’s dictionary is downloaded once from {source}, Google’s server for Chromium dictionaries. Nothing you write is sent.',
                { source: new URL(dictionaryBaseUrl).host }
              )
        }
        checked={rules.isOn}
        onChange={(isOn) =>
          set(
            isOn && rules.languages.length === 0
              ? { isOn, languages: defaultSpellingLanguages(spellingLanguages, navigator.languages) }
              : { isOn }
          )
        }
      />
      {!canFetch && <p className="small ink-3">{wordsOfSource}</p>}
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
