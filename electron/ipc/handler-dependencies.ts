import type { TaskSource } from '../../shared/form/task-source.ts'
import type { LanguageChoice } from '../../shared/i18n/languages.ts'
import type { AppInfo } from '../../shared/ipc/app.ts'
import type { IpcEventSender } from '../../shared/ipc/ipc.ts'
import type { Account } from '../accounts/account.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { Studio } from '../studio.ts'
import type { FileTokens } from './file-tokens.ts'
import type { WindowFlush } from './flush-windows.ts'
import type {
  CapturePort,
  DiagnosticsPort,
  DialogsPort,
  MenuPort,
  NetworkPort,
  NotificationsPort,
  OpenRequestsPort,
  ProxyPort,
  ShellPort,
  UpdatesPort
} from './ports.ts'

/** Everything that the handlers need. Each handler file picks its own dependencies. */
export type HandlerDependencies = {
  readonly studio: Studio
  readonly account: Account
  readonly settings: SettingsStore
  readonly diagnostics: DiagnosticsPort
  readonly network: NetworkPort
  readonly proxy: ProxyPort
  readonly fileTokens: FileTokens
  readonly dialogs: DialogsPort
  readonly shell: ShellPort
  /**
   * Saves pasted, recorded or painted data as a file and returns its path. If `stem` is null, the file is named by timestamp. `source`: the
   * result that the file was made from.
   */
  readonly savePastedFile: (bytes: Uint8Array, stem: string | null, source?: TaskSource | null) => Promise<string>
  readonly capture: CapturePort
  readonly notifications: NotificationsPort
  readonly updates: UpdatesPort
  readonly arrivals: OpenRequestsPort
  readonly menu: MenuPort
  readonly announce: IpcEventSender
  readonly windowFlush: Pick<WindowFlush, 'heard'>
  /** Changes the app's language. Pages send their unsaved data and are reloaded. */
  readonly changeLanguage: (choice: LanguageChoice) => Promise<void>
  readonly appInfo: () => Promise<AppInfo>
  /** Resolves to true if the system can protect stored keys. May wait for the user to answer a keychain or keyring dialog. */
  readonly isKeyStorageSecure: () => Promise<boolean>
}
