import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { preventSelectAll } from './app/prevent-select-all.ts'
import { restoreRouteAfterReload } from './navigation/restore-route-after-reload.ts'
import { preloadWelcome } from './app/welcome.ts'
import { startSession } from './bridge/session.ts'
import { ignoreCompositionKeys } from './ui/ignore-composition-keys.ts'
import { disableZodJit } from './app/disable-zod-jit.ts'
import { languageFromHtmlLang } from '../shared/i18n/languages.ts'
import { loadLocale } from '../shared/i18n/load-locale.ts'

disableZodJit()
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root.')
void start(root)

/** A top-level await would make the bundler split this module into several files. */
async function start(place: HTMLElement): Promise<void> {
  await loadLocale(languageFromHtmlLang(document.documentElement.lang), document.documentElement.dataset.platform)
  restoreRouteAfterReload()
  preventSelectAll()
  ignoreCompositionKeys()
  startSession()
  preloadWelcome(document.documentElement)
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
}
