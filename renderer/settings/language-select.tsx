import { languageChoices, type LanguageChoice, languageNames } from '../../shared/i18n/languages.ts'
import { say } from '../../shared/i18n/say.ts'
import { Select } from '../ui/select.tsx'
import { useChangeSettings } from './use-change-settings.ts'

/** Selects the app's language. The main process then reloads the page in this language. */
export function LanguageSelect({ language }: { readonly language: LanguageChoice }) {
  const change = useChangeSettings()
  const options = languageChoices.map((value) => ({ value, label: value === 'system' ? say('System default') : languageNames[value] }))
  return <Select label={say('Language')} options={options} value={language} onChange={(next) => void change({ language: next })} />
}
