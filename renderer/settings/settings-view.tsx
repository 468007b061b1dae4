import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { AccountState } from '../../shared/connection.ts'
import type { Settings, Theme } from '../../shared/settings.ts'
import { say, word } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { useAccount, useAppInfo, useSettings } from '../bridge/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Say } from '../ui/say.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { Segments } from '../ui/segments.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { View } from '../ui/view.tsx'
import { AuthorityRow } from './authority-row.tsx'
import { ConnectionChecker } from './connection-checker.tsx'
import { ContractChanges } from './contract-changes.tsx'
import { DiagnosticsPanel } from './diagnostics-panel.tsx'
import { LanguageSelect } from './language-select.tsx'
import { DesktopSwitches } from './desktop-switches.tsx'
import { NameRule } from './name-rule.tsx'
import { NetworkChoices } from './network-choices.tsx'
import { NoticeChoices } from './notice-choices.tsx'
import { ProxyRow } from './proxy-row.tsx'
import { RecipeSwitches } from './recipe-switches.tsx'
import styles from './settings-view.module.css'
import { SpellingChoices } from './spelling-choices.tsx'
import { UpdateChoices } from './update-choices.tsx'
import { useChangeSettings } from './use-change-settings.ts'
import { WhatSpellingSends } from './what-spelling-sends.tsx'
import { WhatUpdatesSend } from './what-updates-send.tsx'
import { useLibraryFolderChoice } from './use-library-folder-choice.ts'
import { saidLabels } from '../ui/said-labels.ts'

/** Sections that one can be led to. */
export type SettingsSection = 'connection' | 'contract-changes' | 'diagnostics' | 'language' | 'network'

export type SettingsViewProps = {
  /** The lines about what leaves this computer. */
  readonly whatLeaves: ReactNode
  readonly onReplaceKey: () => void
  readonly onConnectOther: () => void
  readonly onSignInToProxy: () => void
  /** Where one is led to; null: to the top. */
  readonly section: SettingsSection | null
}

export function SettingsView({ whatLeaves, onReplaceKey, onConnectOther, onSignInToProxy, section }: SettingsViewProps) {
  const account = useAccount()
  const settings = useSettings()
  const appInfo = useAppInfo()
  return (
    <View label={say('Settings')} bar={<h1>{say('Settings')}</h1>}>
      <ScrollArea label={say('Settings')} className={styles.scroll}>
        <div className={styles.sections}>
          <Section title={say('Connection')} isLedTo={section === 'connection'}>
            {account && <Connection account={account} onReplaceKey={onReplaceKey} onConnectOther={onConnectOther} />}
            <ProxyRow onSignIn={onSignInToProxy} />
            {account?.connection && <ConnectionChecker baseUrl={null} startsAtOnce={false} />}
          </Section>
          <Section
            title={say('Network')}
            help={say('The way to the service, and whom Kiln believes on it. A change holds for what is sent from now on.')}
            isLedTo={section === 'network'}
          >
            {settings && <NetworkChoices rules={settings.network} />}
            <AuthorityRow />
          </Section>
          <Section title={say('Library folder')} help={say('Everything you make is kept here, as plain files that any program opens.')}>
            {settings && <LibraryFolder settings={settings} />}
          </Section>
          <Section
            title={say('File names')}
            help={say('How what you make is called in the library folder from now on. A slash makes a folder.')}
          >
            {settings && <NameRule rule={settings.nameRule} />}
          </Section>
          <Section title={say('Recipes')} help={say('How each result was made, kept where you can take it along.')}>
            {settings && <RecipeSwitches recipes={settings.recipes} />}
          </Section>
          <Section
            title={say('Notifications')}
            help={say('Shown by your system while Kiln is not in front. The system has its own switch for them, too.')}
          >
            {settings && <NoticeChoices rules={settings.notices} />}
          </Section>
          <Section title={say('Kiln on this computer')} help={say('Where Kiln is to be found, and when it starts and ends.')}>
            {settings && appInfo && <DesktopSwitches rules={settings.desktop} platform={appInfo.platform} />}
          </Section>
          <Section
            title={say('Contract changes')}
            help={say('The service may change what it offers any day.')}
            isLedTo={section === 'contract-changes'}
          >
            <ContractChanges />
          </Section>
          <Section title={say('Theme')}>{settings && <ThemeChoice theme={settings.theme} />}</Section>
          <Section title={say('Language')} isLedTo={section === 'language'}>
            {settings && <LanguageSelect language={settings.language} />}
          </Section>
          {appInfo && appInfo.spellingLanguages.length > 0 && (
            <Section title={say('Spelling')} help={say('A line under each word of a prompt that no dictionary has.')}>
              {settings && <SpellingChoices rules={settings.spelling} way={settings.network.way} appInfo={appInfo} />}
            </Section>
          )}
          <Section title={say('Updates')} help={say('Never while files or a task are on their way.')}>
            {settings && appInfo && <UpdateChoices rules={settings.updates} version={appInfo.version} />}
          </Section>
          <Section
            title={say('Diagnostics')}
            help={say('What this Kiln is made of, what it keeps, and whether that is whole.')}
            isLedTo={section === 'diagnostics'}
          >
            <DiagnosticsPanel />
          </Section>
          <Section title={say('What leaves this computer')}>
            <div>
              {whatLeaves}
              {settings && <WhatUpdatesSend rules={settings.updates} />}
              {settings && appInfo && (
                <WhatSpellingSends rules={settings.spelling} way={settings.network.way} isOwn={appInfo.platform === 'darwin'} />
              )}
            </div>
          </Section>
          <Section title={say('About')}>
            <p>
              <Say text="Kiln <v>{version}</v>" values={{ version: appInfo?.version, v: <span className="num" /> }} />
            </p>
            <p className="small ink-3">{say('Credits are spent once per thing you ask for, and a result you paid for is kept.')}</p>
          </Section>
        </div>
      </ScrollArea>
    </View>
  )
}

function Section({
  title,
  help,
  isLedTo = false,
  children
}: {
  readonly title: string
  readonly help?: string
  readonly isLedTo?: boolean
  readonly children: ReactNode
}) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isLedTo) return
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.focus({ preventScroll: true })
  }, [isLedTo])
  return (
    <section ref={place} tabIndex={-1} aria-label={title} className={styles.section}>
      <div>
        <h2>{title}</h2>
        {help && <p className="small ink-3">{help}</p>}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}

type ConnectionProps = { readonly account: AccountState; readonly onReplaceKey: () => void; readonly onConnectOther: () => void }

function Connection({ account, onReplaceKey, onConnectOther }: ConnectionProps) {
  const sayFailure = useFailureToast()
  const [isOpeningPractice, setIsOpeningPractice] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const { connection } = account
  const isPractice = connection?.isPractice === true

  async function openPractice() {
    setIsOpeningPractice(true)
    sayFailure(await request('account.practice'))
    setIsOpeningPractice(false)
  }

  return (
    <>
      <div className={styles.connection}>
        <div className="grow">
          <div dir="auto" className="strong cut">
            {connection?.name ?? say('No connection')}
          </div>
          <div dir="auto" className="ink-2 cut" data-selectable>
            {isPractice ? say('Runs inside Kiln. No account, no cost.') : connection?.baseUrl}
          </div>
        </div>
        <ConnectionState account={account} />
      </div>
      <div className={styles.actions}>
        {connection !== null && !isPractice && (
          <Button icon="key" onClick={onReplaceKey}>
            {say('Replace key')}
          </Button>
        )}
        <Button icon="sign-in" onClick={onConnectOther}>
          {isPractice ? say('Connect your account') : say('Switch account')}
        </Button>
        {!isPractice && (
          <Button icon="flame" busy={isOpeningPractice && say('Opening')} onClick={() => void openPractice()}>
            {say('Practice service')}
          </Button>
        )}
        {connection !== null && (
          <Button look="quiet" onClick={() => setIsLeaving(true)}>
            {say('Disconnect')}
          </Button>
        )}
      </div>
      <Dialog
        isOpen={isLeaving}
        onClose={() => setIsLeaving(false)}
        title={isPractice ? say('Leave the practice service?') : say('Disconnect this account?')}
        description={
          isPractice
            ? say('What you made stays in the library. Tasks that are not finished wait until you come back.')
            : say(
                'Kiln forgets the key. What the service has goes on there; Kiln follows it again once the account is connected. Your library stays.'
              )
        }
        actions={
          <>
            <Button onClick={() => setIsLeaving(false)}>{say('Stay')}</Button>
            <Button
              look="go"
              onClick={() => {
                setIsLeaving(false)
                void request('account.disconnect').then(sayFailure)
              }}
            >
              {isPractice ? say('Leave') : say('Disconnect')}
            </Button>
          </>
        }
      />
    </>
  )
}

function ConnectionState({ account }: { readonly account: AccountState }) {
  if (account.hold !== null) {
    return (
      <StateWord tone="held" icon="held">
        {say('On hold')}
      </StateWord>
    )
  }
  if (!account.isOnline) {
    return (
      <StateWord tone="plain" icon="offline">
        {account.obstacle === null ? say('Offline') : say('Not reached')}
      </StateWord>
    )
  }
  return (
    <StateWord tone="done" icon="check">
      {say('Connected')}
    </StateWord>
  )
}

function LibraryFolder({ settings }: { readonly settings: Settings }) {
  const sayFailure = useFailureToast()
  const { isChoosing, choose } = useLibraryFolderChoice()
  return (
    <>
      <div className={styles.path} data-selectable>
        <Icon name="folder" />
        <bdi dir="ltr" className={styles.folder}>
          {settings.libraryFolder}
        </bdi>
      </div>
      <div className={styles.actions}>
        <Button busy={isChoosing && say('Choosing')} onClick={() => void choose()}>
          {say('Choose another')}
        </Button>
        <Button look="quiet" onClick={() => void request('settings.showLibraryFolder').then(sayFailure)}>
          {say('Show folder')}
        </Button>
      </div>
    </>
  )
}

const themeOptions = [
  { value: 'system', label: word('As the system'), icon: 'monitor' },
  { value: 'dark', label: word('Dark'), icon: 'moon' },
  { value: 'light', label: word('Light'), icon: 'sun' }
] as const

function ThemeChoice({ theme }: { readonly theme: Theme }) {
  const change = useChangeSettings()
  return (
    <Segments label={say('Theme')} options={saidLabels(themeOptions)} value={theme} onChange={(next) => void change({ theme: next })} />
  )
}
