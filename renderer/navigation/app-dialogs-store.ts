import { createStore } from 'zustand/vanilla'
import type { TaskResult } from '../../shared/task/task.ts'
import { session } from '../bridge/session.ts'

/** Dialogs that any view can open. Several can be open at once, such as the connection check on top of the connect dialog. */
export type AppDialogsState = {
  readonly isPaletteOpen: boolean
  readonly isCheatSheetOpen: boolean
  readonly areLicencesOpen: boolean
  readonly isProxySignInOpen: boolean
  /** Base URL to connect to, which may be empty. Null if the dialog is closed. */
  readonly connect: { readonly baseUrl: string } | null
  /** Null if the dialog is closed. If `baseUrl` is null, the active account’s service is checked. */
  readonly connectionCheck: { readonly baseUrl: string | null } | null
  /** Items for which the user chooses an input field. Null if the dialog is closed. */
  readonly useAsInput: readonly Pick<TaskResult, 'id' | 'medium'>[] | null
}

const closed: AppDialogsState = {
  isPaletteOpen: false,
  isCheatSheetOpen: false,
  areLicencesOpen: false,
  isProxySignInOpen: false,
  connect: null,
  connectionCheck: null,
  useAsInput: null
}

export const appDialogsStore = createStore<AppDialogsState>(() => closed)

export function closeAppDialogs(): void {
  appDialogsStore.setState(closed, true)
}

/** Opens the connect dialog without a base URL. */
export function openConnectDialog(): void {
  appDialogsStore.setState({ connect: { baseUrl: '' } })
}

/** Opens the connect dialog to replace the active account's key. Fills in the account's base URL, except for a practice account. */
export function openKeyReplacement(): void {
  const { account } = session.getState()
  const connection = account.state === 'ready' ? account.value.connection : null
  appDialogsStore.setState({ connect: { baseUrl: connection?.isPractice === false ? connection.baseUrl : '' } })
}

/** Opens the connection check for `baseUrl`. If `baseUrl` is null, checks the active account's service. */
export function openConnectionCheck(baseUrl: string | null): void {
  appDialogsStore.setState({ connectionCheck: { baseUrl } })
}

export function openProxySignIn(): void {
  appDialogsStore.setState({ isProxySignInOpen: true })
}

/** Lets the user choose an input field for these items, then opens the form with that field. */
export function openUseAsInput(items: NonNullable<AppDialogsState['useAsInput']>): void {
  appDialogsStore.setState({ useAsInput: items })
}

export function openPalette(): void {
  appDialogsStore.setState({ isPaletteOpen: true })
}

export function togglePalette(): void {
  appDialogsStore.setState(({ isPaletteOpen }) => ({ isPaletteOpen: !isPaletteOpen }))
}

export function openCheatSheet(): void {
  appDialogsStore.setState({ isCheatSheetOpen: true })
}

export function openLicences(): void {
  appDialogsStore.setState({ areLicencesOpen: true })
}
