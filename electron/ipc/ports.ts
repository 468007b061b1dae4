import type { Diagnostics, IntegrityReport } from '../../shared/app/diagnostics.ts'
import type { ConnectionCheck } from '../../shared/app/connection-check.ts'
import type { CaptureDeviceKind } from '../../shared/form/capture.ts'
import type { ImageRequirements } from '../../shared/form/fields.ts'
import type { RequestInput, RequestOutput } from '../../shared/ipc/ipc.ts'
import type { MediaRule } from '../../shared/form/json-schema.ts'
import type { CustomCa, PacError } from '../../shared/app/network.ts'
import type { MenuActionName, MenuItemName } from '../../shared/app/menu.ts'
import type { NotificationDestination } from '../../shared/app/notifications.ts'
import type { ProxyState } from '../../shared/app/proxy.ts'
import type { UpdateSettings, UpdateStatus } from '../../shared/app/update.ts'
import type { OpenRequestQueue } from '../launch/open-requests.ts'

/** Ports that only the handlers define. They are implemented in other folders, so that this folder never imports Electron. */

/**
 * The system's dialogs. They open over the window and remember the last folder. The result is null or empty if the user cancels the dialog.
 */
export type DialogsPort = {
  /** `from`: the initial folder. Default: the last one used. */
  readonly chooseMedia: (options: {
    readonly rule: MediaRule | null
    readonly many: boolean
    readonly from?: string
  }) => Promise<readonly string[]>
  /** Resolves to the path of a JSON file with presets. */
  readonly choosePresetsFile: () => Promise<string | null>
  /** Resolves to the path of a table, such as a CSV file. */
  readonly chooseTable: () => Promise<string | null>
  /** Resolves to the path of a certificate authority's certificate. */
  readonly chooseCertificateFile: () => Promise<string | null>
  /** Resolves to the path of a folder whose files will be sent. */
  readonly chooseFolderOfMedia: () => Promise<string | null>
  /** Resolves to the path of a folder to save or move files to. `button`: the button's label. */
  readonly chooseTarget: (options: { readonly button: string }) => Promise<string | null>
  readonly chooseFolder: (current: string) => Promise<string | null>
  /**
   * Resolves to the path to save a file at. `source`: path or file name that the suggested name comes from. The system asks before it
   * overwrites an existing file.
   */
  readonly chooseSavePath: (source: string) => Promise<string | null>
}

/** The proxy between Kiln and the service. */
export type ProxyPort = {
  readonly state: () => ProxyState | null
  /** Signs in to the proxy and saves the credentials. @throws UserFacingError if the proxy rejects them. Nothing is then saved. */
  readonly signIn: (typed: RequestInput<'proxy.signIn'>) => Promise<RequestOutput<'proxy.signIn'>>
  readonly forget: (host: string) => void
}

/** Diagnostics about this installation. Only crash dumps may contain secrets. */
export type DiagnosticsPort = {
  readonly read: () => Promise<Diagnostics>
  /** Runs one check at a time. Concurrent callers get the report of the check in progress. */
  readonly check: () => Promise<IntegrityReport>
  readonly stopCheck: () => void
  /**
   * Writes all diagnostics to one file. `withCrashDumps`: true to include the newest crash dumps, which may contain anything that was in
   * memory.
   * @throws UserFacingError if the file can't be written.
   */
  readonly saveAll: (target: string, options: RequestInput<'diagnostics.save'>) => Promise<void>
}

/** Connection checks and the user's certificate authorities. */
export type NetworkPort = {
  /**
   * Checks step by step whether the service can be reached. `baseUrl`: as the user typed it. @throws UserFacingError if `baseUrl` isn't a
   * URL.
   */
  readonly check: (baseUrl: string) => Promise<ConnectionCheck>
  /** Resolves to the reason why the configured PAC file fails. Null if it works or no PAC file is set. */
  readonly pacError: () => Promise<PacError | null>
  readonly customCa: () => CustomCa | null
  /**
   * Imports a certificate authority. @throws UserFacingError if the file doesn't contain one that Kiln can trust. Existing authorities are
   * kept.
   */
  readonly importCustomCa: (path: string) => Promise<CustomCa>
  readonly removeCustomCa: () => void
  /** Call when the user has changed the network route. The change applies to new requests. */
  readonly settingsChanged: () => void
}

/** Camera and microphone, blocked until a recorder opens them. */
export type CapturePort = {
  /** Lets the page use these devices. @throws UserFacingError if the system denies access. */
  readonly open: (kinds: readonly CaptureDeviceKind[]) => Promise<void>
  readonly close: () => void
}

export type ShellPort = {
  /** Shows a file in the system's file manager. @throws UserFacingError if the file no longer exists. */
  readonly showItemInFolder: (path: string) => Promise<void>
  /** Opens a folder in the system's file manager. @throws UserFacingError if the folder can't be opened. */
  readonly openFolder: (path: string) => Promise<void>
  readonly copyText: (text: string) => Promise<void>
  /** Copies an image to the clipboard. @throws UserFacingError if the image can't be read. */
  readonly copyImage: (path: string) => Promise<void>
  /** Returns a copy of the image that meets `target`. Null if no conversion meets it. Rejects if the file can't be read. */
  readonly convertImage: (path: string, target: ImageRequirements) => Promise<Uint8Array | null>
  /** Starts a drag of the files, which may leave the window. `picture`: drag image, as PNG. */
  readonly startDrag: (paths: readonly string[], picture: Uint8Array) => void
  /** Copies a file to a path that the user confirmed in a dialog. @throws UserFacingError if the copy can't be written. */
  readonly saveCopy: (from: string, to: string) => Promise<void>
  /** Writes text to a path that the user confirmed in a dialog. @throws UserFacingError if the file can't be written. */
  readonly saveText: (text: string, to: string) => Promise<void>
  /** Returns the list of third-party licences. @throws UserFacingError if the list is missing, such as in a development build. */
  readonly readLicences: () => Promise<string>
  /** Checks that files can be written to a folder. @throws UserFacingError if `path` isn't a writable folder. */
  readonly checkFolder: (path: string) => Promise<void>
}

export type NotificationsPort = {
  /** Returns the clicked notification's target, once. Null if no notification was clicked. */
  readonly takeTarget: () => NotificationDestination | null
  /** Call when the user has changed the notification settings. */
  readonly settingsChanged: () => void
}

export type MenuPort = {
  readonly setAvailable: (actions: readonly MenuActionName[]) => void
  /**
   * Opens the menu over the window on systems without a menu bar. Resolves when it is closed. `x` and `y` are in CSS pixels of the page.
   */
  readonly open: (place: RequestInput<'menu.open'>) => Promise<void>
  /** Returns the menu items chosen since the last call, oldest first. */
  readonly take: () => readonly MenuItemName[]
  readonly quit: () => void
}

/** Links and file paths that the system passes to Kiln. */
export type OpenRequestsPort = OpenRequestQueue & {
  /** Call after the file at `path` has been opened and read. */
  readonly opened: (path: string) => void
}

export type UpdatesPort = {
  readonly state: () => UpdateStatus
  /** Checks for an update now. Resolves to the result. */
  readonly check: () => Promise<UpdateStatus>
  /** Call when the user accepts the download. The download starts once no task is transferring files. */
  readonly download: () => UpdateStatus
  /** Installs the downloaded update and restarts. Does nothing while a task is transferring files. */
  readonly restart: () => UpdateStatus
  readonly settingsChanged: (before: UpdateSettings) => void
}
