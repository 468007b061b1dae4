import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { comeBack } from './app/come-back.ts'
import { startSession } from './bridge/session.ts'
import { parseWithoutEval } from './bridge/without-eval.ts'
import { languageNamed } from '../shared/words/languages.ts'
import { learnLanguage } from '../shared/words/learn-language.ts'

parseWithoutEval()
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root.')
await learnLanguage(languageNamed(document.documentElement.lang))
comeBack()
startSession()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>
)
