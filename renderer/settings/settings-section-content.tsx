import type { ReactNode } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import { say } from '../../shared/i18n/say.ts'
import { useAccount, useAppInfo, useSettings } from '../bridge/use-session.ts'
import type { SettingsSection } from '../navigation/route.ts'
import { Say } from '../ui/say.tsx'
import { ConnectionChecker } from './connection-checker.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { ContractChangesPanel } from './contract-changes-panel.tsx'
import { CustomCaRow } from './custom-ca-row.tsx'
import { DesktopSwitches } from './desktop-switches.tsx'
import { DiagnosticsPanel } from './diagnostics-panel.tsx'
import { FileNamePatternForm } from './file-name-pattern-form.tsx'
import { LanguageSelect } from './language-select.tsx'
import { LibraryFolderPanel } from './library-folder-panel.tsx'
import { NetworkSettingsPanel } from './network-settings-panel.tsx'
import { NotificationSettingsPanel } from './notification-settings-panel.tsx'
import { ProxyRow } from './proxy-row.tsx'
import { RecipeSwitches } from './recipe-switches.tsx'
import { SeveralResultsChoice } from './several-results-choice.tsx'
import { SpellingDataDisclosure } from './spelling-data-disclosure.tsx'
import { SpellingSettingsPanel } from './spelling-settings-panel.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { UpdateDataDisclosure } from './update-data-disclosure.tsx'
import { UpdateSettingsPanel } from './update-settings-panel.tsx'

/** Parts of the settings that belong to other features. */
export type SettingsParts = {
  /** The list of data that leaves this computer. */
  readonly whatLeaves: ReactNode
  /** The list of other accounts, which can be opened again. */
  readonly otherAccounts: ReactNode
  /** The daily limit, and the amount above which Kiln asks. */
  readonly spendingLimits: ReactNode
}

/** The controls of a section. Empty until the settings are loaded. */
export function SettingsSectionContent({ section, ...parts }: SettingsParts & { readonly section: SettingsSection }) {
  const account = useAccount()
  const settings = useSettings()
  const appInfo = useAppInfo()
  if (settings === null || appInfo === null) return null
  switch (section) {
    case 'theme':
      return <ThemeChoice theme={settings.theme} />
    case 'language':
      return <LanguageSelect language={settings.language} />
    case 'several-results':
      return <SeveralResultsChoice severalResults={settings.severalResults} />
    case 'desktop':
      return <DesktopSwitches rules={settings.desktop} platform={appInfo.platform} />
    case 'connection':
      return (
        <>
          {account && <ConnectionPanel account={account} otherAccounts={parts.otherAccounts} />}
          <ProxyRow />
        </>
      )
    case 'connection-check':
      return account?.connection ? (
        <ConnectionChecker baseUrl={null} startsAtOnce={false} />
      ) : (
        <p className="ink-2">{say('Connect an account to check its connection.')}</p>
      )
    case 'contract-changes':
      return <ContractChangesPanel />
    case 'spending':
      return parts.spendingLimits
    case 'library-folder':
      return <LibraryFolderPanel settings={settings} />
    case 'file-names':
      return <FileNamePatternForm rule={settings.nameRule} />
    case 'recipes':
      return <RecipeSwitches recipes={settings.recipes} />
    case 'notifications':
      return <NotificationSettingsPanel rules={settings.notices} />
    case 'network':
      return <NetworkSettingsPanel rules={settings.network} />
    case 'certificates':
      return <CustomCaRow />
    case 'updates':
      return <UpdateSettingsPanel rules={settings.updates} version={appInfo.version} />
    case 'spelling':
      return <SpellingSettingsPanel rules={settings.spelling} way={settings.network.way} appInfo={appInfo} />
    case 'data-sent':
      return (
        <>
          {parts.whatLeaves}
          <UpdateDataDisclosure rules={settings.updates} />
          <SpellingDataDisclosure rules={settings.spelling} way={settings.network.way} isOwn={appInfo.platform === 'darwin'} />
        </>
      )
    case 'diagnostics':
      return <DiagnosticsPanel />
    case 'about':
      return (
        <>
          <p>
            <Say text="Kiln <v>{version}</v>" values={{ version: appInfo.version, v: <span className="num" /> }} />
          </p>
          <p className="small ink-3">{say('You never pay twice for the same task, and Kiln saves every result you pay for.')}</p>
        </>
      )
    default:
      return assertNever(section)
  }
}
