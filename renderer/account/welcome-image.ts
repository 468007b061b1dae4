import type { Language } from '../../shared/i18n/languages.ts'
import { currentLanguage } from '../../shared/i18n/say.ts'
import darkEnglish from './media/welcome-en-dark.webp'
import lightEnglish from './media/welcome-en-light.webp'
import darkChinese from './media/welcome-zh-hans-dark.webp'
import lightChinese from './media/welcome-zh-hans-light.webp'

/** Screenshots of the form view. `npm run tour` takes them. */
const images: { readonly [Name in Language]: { readonly dark: string; readonly light: string } } = {
  en: { dark: darkEnglish, light: lightEnglish },
  'zh-Hans': { dark: darkChinese, light: lightChinese }
}

/** Returns the screenshot's URL for the active language and a theme. */
export function welcomeImageUrl(theme: 'dark' | 'light'): string {
  return images[currentLanguage()][theme]
}
