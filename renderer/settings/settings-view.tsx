import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { AccountState } from '../../shared/app/connection.ts'
import type { Settings, Theme } from '../../shared/app/settings.ts'
import { say, word } from '../../shared/i18n/say.ts'
import type { SettingsSection } from '../navigation/route.ts'
import { connectionState } from './connection-state.ts'
import { request } from '../bridge/kiln.ts'
import { useAccount, useAppInfo, useSettings } from '../bridge/use-session.ts'
import { openConnectDialog, openKeyReplacement } from '../navigation/app-dialogs-store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Say } from '../ui/say.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { StatusLabel } from '../ui/status-label.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { View } from '../ui/view.tsx'
import { CustomCaRow } from './custom-ca-row.tsx'
import { ConnectionChecker } from './connection-checker.tsx'
import { ContractChangesPanel } from './contract-changes-panel.tsx'
import { DiagnosticsPanel } from './diagnostics-panel.tsx'
import { FormerFolders } from './former-folders.tsx'
import { LanguageSelect } from './language-select.tsx'
import { DesktopSwitches } from './desktop-switches.tsx'
import { FileNamePatternForm } from './file-name-pattern-form.tsx'
import { NetworkSettingsPanel } from './network-settings-panel.tsx'
import { NotificationSettingsPanel } from './notification-settings-panel.tsx'
import { ProxyRow } from './proxy-row.tsx'
import { RecipeSwitches } from './recipe-switches.tsx'
import styles from './settings-view.module.css'
import { SpellingSettingsPanel } from './spelling-settings-panel.tsx'
import { UpdateSettingsPanel } from './update-settings-panel.tsx'
import { useChangeSettings } from './use-change-settings.ts'
import { SpellingDataDisclosure } from './spelling-data-disclosure.tsx'
import { UpdateDataDisclosure } from './update-data-disclosure.tsx'
import { useLibraryFolderChoice } from './use-library-folder-choice.ts'
import { translateOptionLabels } from '../ui/translate-option-labels.ts'

export type SettingsViewProps = {
  /** The list of data that leaves this computer. */
  readonly whatLeaves: ReactNode
  /** The list of other accounts, which can be opened again. */
  readonly otherAccounts: ReactNode
  /** Section to scroll to. Null to stay at the top. */
  readonly section: SettingsSection | null
}

export function SettingsView({ whatLeaves, otherAccounts, section }: SettingsViewProps) {
  const account = useAccount()
  const settings = useSettings()
  const appInfo = useAppInfo()
  return (
    <View label={say('Settings')} bar={<h1>{say('Settings')}</h1>}>
      <ScrollArea label={say('Settings')} className={styles.scroll}>
        <div className={styles.sections}>
          <Section title={say('Connection')} isLedTo={section === 'connection'}>
            {account && <Connection account={account} otherAccounts={otherAccounts} />}
            <ProxyRow />
            {account?.connection && <ConnectionChecker baseUrl={null} startsAtOnce={false} />}
          </Section>
          <Section
            title={say('Network')}
            help={say('Choose how Kiln connects to the service and which certificates it trusts. Changes apply to new requests.')}
            isLedTo={section === 'network'}
          >
            {settings && <NetworkSettingsPanel rules={settings.network} />}
            <CustomCaRow />
          </Section>
          <Section title={say('Library folder')} help={say('New results are saved here as plain files that any app can open.')}>
            {settings && <LibraryFolder settings={settings} />}
          </Section>
          <Section
            title={say('File names')}
            help={say('Kiln uses this pattern to name new files in the library folder. Use a slash to create subfolders.')}
          >
            {settings && <FileNamePatternForm rule={settings.nameRule} />}
          </Section>
          <Section title={say('Recipes')} help={say('A recipe records the settings that made a result. It’s saved with the file.')}>
            {settings && <RecipeSwitches recipes={settings.recipes} />}
          </Section>
          <Section
            title={say('Notifications')}
            help={say(
              'Your system shows notifications when Kiln isn’t in the foreground. You can also turn them off in your system settings.'
            )}
          >
            {settings && <NotificationSettingsPanel rules={settings.notices} />}
          </Section>
          <Section title={say('Desktop')} help={say('Choose how Kiln starts, runs in the background and quits.')}>
            {settings && appInfo && <DesktopSwitches rules={settings.desktop} platform={appInfo.platform} />}
          </Section>
          <Section
            title={say('API changes')}
            help={say('The service can change what it offers at any time.')}
            isLedTo={section === 'contract-changes'}
          >
            <ContractChangesPanel />
          </Section>
          <Section title={say('Theme')}>{settings && <ThemeChoice theme={settings.theme} />}</Section>
          <Section title={say('Language')} isLedTo={section === 'language'}>
            {settings && <LanguageSelect language={settings.language} />}
          </Section>
          {appInfo && appInfo.spellingLanguages.length > 0 && (
            <Section title={say('Spelling')} help={say('Underlines prompt words that aren’t in any dictionary.')}>
              {settings && <SpellingSettingsPanel rules={settings.spelling} way={settings.network.way} appInfo={appInfo} />}
            </Section>
          )}
          <Section title={say('Updates')} help={say('Kiln never updates while sending tasks or transferring files.')}>
            {settings && appInfo && <UpdateSettingsPanel rules={settings.updates} version={appInfo.version} />}
          </Section>
          <Section
            title={say('Diagnostics')}
            help={say('View versions and requests. Check stored data. Save a diagnostics file.')}
            isLedTo={section === 'diagnostics'}
          >
            <DiagnosticsPanel />
          </Section>
          <Section title={say('Data sent by Kiln')}>
            <div>
              {whatLeaves}
              {settings && <UpdateDataDisclosure rules={settings.updates} />}
              {settings && appInfo && (
                <SpellingDataDisclosure rules={settings.spelling} way={settings.network.way} isOwn={appInfo.platform === 'darwin'} />
              )}
            </div>
          </Section>
          <Section title={say('About')}>
            <p>
              <Say text="Kiln <v>{version}</v>" values={{ version: appInfo?.version, v: <span className="num" /> }} />
            </p>
            <p className="small ink-3">{say('You never pay twice for the same task, and Kiln saves every result you pay for.')}</p>
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

type ConnectionProps = {
  readonly account: AccountState
  readonly otherAccounts: ReactNode
}

function Connection({ account, otherAccounts }: ConnectionProps) {
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
            {connection?.name ?? say('No account')}
          </div>
          <div dir="auto" className="ink-2 cut" data-selectable>
            {isPractice ? say('Runs inside Kiln. Credits are simulated and cost nothing.') : connection?.baseUrl}
          </div>
        </div>
        <ConnectionState account={account} />
      </div>
      <div className={styles.actions}>
        {connection !== null && !isPractice && (
          <Button icon="key" onClick={openKeyReplacement}>
            {say('Replace key')}
          </Button>
        )}
        <Button icon="sign-in" onClick={openConnectDialog}>
          {isPractice ? say('Connect your account') : say('Switch account')}
        </Button>
        {!isPractice && (
          <Button icon="flame" busy={isOpeningPractice && say('Opening…')} onClick={() => void openPractice()}>
            {say('Practice service')}
          </Button>
        )}
        {connection !== null && (
          <Button variant="quiet" onClick={() => setIsLeaving(true)}>
            {say('Disconnect')}
          </Button>
        )}
      </div>
      {otherAccounts}
      <Dialog
        isOpen={isLeaving}
        onClose={() => setIsLeaving(false)}
        title={isPractice ? say('Leave the practice service?') : say('Disconnect this account?')}
        description={
          isPractice
            ? say('Your results stay in the library. Unfinished tasks wait until you come back.')
            : say(
                'Kiln deletes this account’s API key. Tasks already with the service continue. Kiln picks them up when you reconnect. Your results stay in the library.'
              )
        }
        actions={
          <>
            <Button onClick={() => setIsLeaving(false)}>{say('Cancel')}</Button>
            <Button
              variant="go"
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

const connectionLooks = {
  connected: { tone: 'done', icon: 'check' },
  held: { tone: 'held', icon: 'held' },
  offline: { tone: 'plain', icon: 'offline' }
} as const

function ConnectionState({ account }: { readonly account: AccountState }) {
  const { state, words } = connectionState(account)
  return <StatusLabel {...connectionLooks[state]}>{words}</StatusLabel>
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
        <Button busy={isChoosing && say('Choosing…')} onClick={() => void choose()}>
          {say('Choose another folder')}
        </Button>
        <Button variant="quiet" onClick={() => void request('settings.showLibraryFolder').then(sayFailure)}>
          {say('Show folder')}
        </Button>
      </div>
      <FormerFolders key={settings.libraryFolder} />
    </>
  )
}

const themeOptions = [
  { value: 'system', label: word('System default'), icon: 'monitor' },
  { value: 'dark', label: word('Dark'), icon: 'moon' },
  { value: 'light', label: word('Light'), icon: 'sun' }
] as const

function ThemeChoice({ theme }: { readonly theme: Theme }) {
  const change = useChangeSettings()
  return (
    <SegmentedControl
      label={say('Theme')}
      options={translateOptionLabels(themeOptions)}
      value={theme}
      onChange={(next) => void change({ theme: next })}
    />
  )
}
