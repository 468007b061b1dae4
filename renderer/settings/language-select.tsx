import { languageChoices, type LanguageChoice, languageNames } from '../../shared/words/languages.ts'
import { say } from '../../shared/words/say.ts'
import { Select } from '../ui/select.tsx'
import { useChangeSettings } from './use-change-settings.ts'

/** A change is followed at once: main loads the page anew in the other language. */
export function LanguageSelect({ language }: { readonly language: LanguageChoice }) {
  const change = useChangeSettings()
  const options = languageChoices.map((value) => ({ value, label: value === 'system' ? say('As the system') : languageNames[value] }))
  return <Select label={say('Language')} options={options} value={language} onChange={(next) => void change({ language: next })} />
}
