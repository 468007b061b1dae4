import { useState, type ReactNode } from 'react'
import type { Task } from '../../shared/task/task.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { navigate } from '../navigation/route.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { KilnLogo } from '../ui/icon.tsx'
import { ConnectForm } from './connect-form.tsx'
import { OtherAccounts } from './other-accounts.tsx'
import type { ConnectResult } from './use-connect.ts'
import { DataDisclosure } from './data-disclosure.tsx'
import { welcomeImageUrl } from './welcome-image.ts'
import styles from './welcome-view.module.css'

export type WelcomeViewProps = {
  /** Button for the app menu, on systems without a menu bar. */
  readonly menu: ReactNode
  readonly onConnected: (connected: ConnectResult) => void
  readonly onCheckConnection: (baseUrl: string) => void
}

/** Two equal ways to start: try the practice service, or connect an account. */
export function WelcomeView({ menu, onConnected, onCheckConnection }: WelcomeViewProps) {
  const hasTasks = useTaskSummary(hasAnyTasks)
  return (
    <main aria-label={say('Welcome')} tabIndex={-1} className={styles.view}>
      <header className={styles.bar}>{menu}</header>
      <div className={styles.scroll}>
        <div className={styles.page}>
          <div className={styles.head}>
            <h1 className={styles.title}>
              <KilnLogo size={28} />
              {say('Welcome to Kiln')}
            </h1>
            <p className={styles.lead}>
              {say('Kiln sends your tasks to a paid generation service, tracks each task and saves the results.')}
            </p>
          </div>
          <div className={styles.options}>
            <PracticeOption onConnected={onConnected} />
            <section aria-labelledby="account-option" className={styles.option}>
              <h2 id="account-option" className="head">
                {say('Connect your account')}
              </h2>
              <ConnectForm initialBaseUrl="" onConnected={onConnected} onCheckConnection={onCheckConnection} />
              <OtherAccounts />
              <section aria-labelledby="what-leaves" className={styles.leaves}>
                <h3 id="what-leaves" className="strong">
                  {say('Data sent by Kiln')}
                </h3>
                <DataDisclosure />
              </section>
            </section>
          </div>
          <div className={styles.ways}>
            {hasTasks && (
              <Button icon="library" onClick={() => navigate({ view: 'library' })}>
                {say('Open your library')}
              </Button>
            )}
            <Button variant="quiet" icon="guide" onClick={() => navigate({ view: 'guide', chapter: null })}>
              {say('User guide')}
            </Button>
          </div>
        </div>
      </div>
    </main>
  )
}

function hasAnyTasks(all: readonly Task[]): boolean {
  return all.length > 0
}

function PracticeOption({ onConnected }: { readonly onConnected: (connected: ConnectResult) => void }) {
  const [isOpening, setIsOpening] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function open() {
    setIsOpening(true)
    setError(null)
    const outcome = await request('account.practice')
    setIsOpening(false)
    if (outcome.ok) onConnected({ isKeyStored: true, isClipboardCleared: false })
    else setError(joinSentences(outcome.message, outcome.advice))
  }
  return (
    <section aria-labelledby="practice-option" className={styles.option}>
      <div className={styles.image}>
        {(['dark', 'light'] as const).map((theme) => (
          <img
            key={theme}
            src={welcomeImageUrl(theme)}
            alt={say('Kiln with a form, its price and recent results')}
            draggable={false}
            loading="lazy"
            className={styles[theme]}
          />
        ))}
      </div>
      <h2 id="practice-option" className="head">
        {say('Try Kiln for free')}
      </h2>
      <p className={styles.words}>
        {say(
          'The practice service runs inside Kiln and works like the real one. No account or payment needed. Results are samples marked PRACTICE.'
        )}
      </p>
      <Button variant="go" size="big" wide busy={isOpening && say('Connecting…')} onClick={() => void open()}>
        {say('Try the practice service')}
      </Button>
      <div role="status" className={styles.error}>
        {error !== null && <FieldError>{error}</FieldError>}
      </div>
    </section>
  )
}
