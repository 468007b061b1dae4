import { useState } from 'react'
import { sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { FieldError } from '../ui/field.tsx'
import { Icon, KilnMark } from '../ui/icon.tsx'
import { ConnectForm } from './connect-form.tsx'
import picture from './media/welcome.webp'
import type { Connected } from './use-connect.ts'
import styles from './welcome-view.module.css'
import { WhatLeaves } from './what-leaves.tsx'

export type WelcomeViewProps = {
  readonly isKeyStorageSecure: boolean
  readonly onConnected: (connected: Connected) => void
  readonly onCheckConnection: (baseUrl: string) => void
}

/** Two doors: an account of one's own, or the practice service. */
export function WelcomeView({ isKeyStorageSecure, onConnected, onCheckConnection }: WelcomeViewProps) {
  return (
    <main aria-label={say('Welcome')} tabIndex={-1} className={styles.view}>
      <div className={styles.art}>
        <img src={picture} alt="" draggable={false} />
        <div className={styles.mark}>
          <KilnMark size={30} />
          Kiln
        </div>
      </div>
      <div className={styles.right}>
        <div className={styles.bar} />
        <div className={styles.scroll}>
          <div className={styles.doors}>
            <h1 className="display">{say('Connect your account')}</h1>
            <p className={styles.lead}>
              {say('Kiln sends your work to a service you pay for, follows every task to its end, and keeps what comes back.')}
            </p>
            <ConnectForm
              initialBaseUrl=""
              isKeyStorageSecure={isKeyStorageSecure}
              action={say('Open the studio')}
              onConnected={onConnected}
              onCheckConnection={onCheckConnection}
            />
            <PracticeDoor onConnected={onConnected} />
            <section aria-labelledby="what-leaves" className={styles.leaves}>
              <h2 id="what-leaves" className="strong">
                {say('What leaves this computer')}
              </h2>
              <WhatLeaves isKeyStorageSecure={isKeyStorageSecure} />
            </section>
          </div>
        </div>
      </div>
    </main>
  )
}

function PracticeDoor({ onConnected }: { readonly onConnected: (connected: Connected) => void }) {
  const [isOpening, setIsOpening] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function open() {
    if (isOpening) return
    setIsOpening(true)
    setError(null)
    const outcome = await request('account.practice')
    setIsOpening(false)
    if (outcome.ok) onConnected({ isKeyStored: true, isClipboardCleared: false })
    else setError(sentences(outcome.message, outcome.advice))
  }
  return (
    <div className={styles.practice}>
      <button type="button" aria-busy={isOpening} className={styles.door} onClick={() => void open()}>
        <KilnMark size={22} />
        <span className="grow">
          <b>{say('Try it with the practice service')}</b>
          <span>{isOpening ? say('Opening the studio') : say('No account, no cost. Results say PRACTICE on their face.')}</span>
        </span>
        <Icon name="chevron-right" size="s" />
      </button>
      <div role="status">{error !== null && <FieldError>{error}</FieldError>}</div>
    </div>
  )
}
