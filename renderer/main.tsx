import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { comeBack } from './app/come-back.ts'
import { readWelcome } from './app/welcome.ts'
import { startSession } from './bridge/session.ts'
import { parseWithoutEval } from './bridge/without-eval.ts'
import { languageNamed } from '../shared/words/languages.ts'
import { learnLanguage } from '../shared/words/learn-language.ts'

parseWithoutEval()
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root.')
void start(root)

/** Waited for here and not at the top: what awaits at its top is cut into a file for each of its parts. */
async function start(place: HTMLElement): Promise<void> {
  await learnLanguage(languageNamed(document.documentElement.lang))
  comeBack()
  startSession()
  readWelcome(document.documentElement)
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
}
