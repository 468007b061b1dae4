import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startSession } from './bridge/session.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root.')
startSession()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>
)
