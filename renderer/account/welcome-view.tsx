import { useState, type ReactNode } from 'react'
import type { Task } from '../../shared/task/task.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { navigate } from '../navigation/route.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { Icon, KilnLogo } from '../ui/icon.tsx'
import { ConnectForm } from './connect-form.tsx'
import { OtherAccounts } from './other-accounts.tsx'
import picture from './media/welcome.webp'
import type { ConnectResult } from './use-connect.ts'
import styles from './welcome-view.module.css'
import { DataDisclosure } from './data-disclosure.tsx'

export type WelcomeViewProps = {
  /** Button for the app menu, on systems without a menu bar. */
  readonly menu: ReactNode
  readonly onConnected: (connected: ConnectResult) => void
  readonly onCheckConnection: (baseUrl: string) => void
}

/** Two ways to start: connect an account or use the practice service. */
export function WelcomeView({ menu, onConnected, onCheckConnection }: WelcomeViewProps) {
  const hasTasks = useTaskSummary(hasAnyTasks)
  return (
    <main aria-label={say('Welcome')} tabIndex={-1} className={styles.view}>
      <div className={styles.menu}>{menu}</div>
      <div className={styles.art}>
        <img src={picture} alt="" draggable={false} />
        <div className={styles.mark}>
          <KilnLogo size={30} />
          Kiln
        </div>
      </div>
      <div className={styles.right}>
        <div className={styles.bar} />
        <div className={styles.scroll}>
          <div className={styles.doors}>
            <h1 className="display">{say('Connect your account')}</h1>
            <p className={styles.lead}>
              {say('Kiln sends your tasks to a paid generation service, tracks each task and saves the results.')}
            </p>
            <ConnectForm initialBaseUrl="" action={say('Connect')} onConnected={onConnected} onCheckConnection={onCheckConnection} />
            <OtherAccounts />
            <PracticeOption onConnected={onConnected} />
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
            <section aria-labelledby="what-leaves" className={styles.leaves}>
              <h2 id="what-leaves" className="strong">
                {say('Data sent by Kiln')}
              </h2>
              <DataDisclosure />
            </section>
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
    if (isOpening) return
    setIsOpening(true)
    setError(null)
    const outcome = await request('account.practice')
    setIsOpening(false)
    if (outcome.ok) onConnected({ isKeyStored: true, isClipboardCleared: false })
    else setError(joinSentences(outcome.message, outcome.advice))
  }
  return (
    <div className={styles.practice}>
      <button type="button" aria-busy={isOpening} className={styles.door} onClick={() => void open()}>
        <KilnLogo size={22} />
        <span className="grow">
          <b>{say('Try the practice service')}</b>
          <span>{isOpening ? say('Connecting…') : say('No account or payment needed. Results are marked PRACTICE.')}</span>
        </span>
        <Icon name="chevron-right" size="s" />
      </button>
      <div role="status">{error !== null && <FieldError>{error}</FieldError>}</div>
    </div>
  )
}
