import type { Diagnostics, IntegrityReport } from '../../shared/diagnostics.ts'
import type { ConnectionCheck } from '../../shared/connection-check.ts'
import type { AccountState, ConnectionReport, ConnectOutcome } from '../../shared/connection.ts'
import type { CaptureKind } from '../../shared/capture.ts'
import type { JsonWebKeyLike } from '../../shared/ipc.ts'
import type { MediaRule } from '../../shared/json-schema.ts'
import type { OwnAuthority, ScriptTrouble } from '../../shared/network.ts'
import type { Deed } from '../../shared/menu.ts'
import type { NoticePlace } from '../../shared/notices.ts'
import type { ProxyState } from '../../shared/proxy.ts'
import type { Settings, SettingsChange } from '../../shared/settings.ts'
import type { UpdateRules, UpdateStatus } from '../../shared/update.ts'

/** What the requests need besides the studio; `desktop` and `account` implement it, and nothing here knows Electron. */

export type AccountPort = {
  readonly state: () => AccountState
  readonly sealingKey: () => Promise<JsonWebKeyLike>
  readonly test: (typed: { readonly baseUrl: string; readonly sealedKey: string }) => Promise<ConnectionReport>
  readonly connect: (typed: {
    readonly baseUrl: string
    readonly sealedKey: string
    readonly acceptWeakStorage: boolean
    readonly account?: 'same' | 'other' | undefined
  }) => Promise<ConnectOutcome>
  readonly confirmSame: () => Promise<void>
  readonly practice: () => Promise<ConnectionReport & { readonly isKeyStored: boolean }>
  readonly disconnect: () => Promise<void>
  /** "The account is mended, go on." */
  readonly resume: () => Promise<void>
}

/** The system's own dialogs. They open over the window and remember the folder that was used last. Null or empty: closed without a choice. */
export type DialogsPort = {
  /** `from`: the folder to begin at; default: the one that was used last. */
  readonly chooseMedia: (wish: {
    readonly rule: MediaRule | null
    readonly many: boolean
    readonly from?: string
  }) => Promise<readonly string[]>
  /** A JSON file with presets. */
  readonly choosePresetsFile: () => Promise<string | null>
  /** A table of text (CSV). */
  readonly chooseTable: () => Promise<string | null>
  /** A file with the certificate of an authority. */
  readonly chooseAuthority: () => Promise<string | null>
  /** A folder whose files are to be sent. */
  readonly chooseFolderOfMedia: () => Promise<string | null>
  /** A folder that files are saved or moved to; `button`: what its button says. */
  readonly chooseTarget: (wish: { readonly button: string }) => Promise<string | null>
  readonly chooseFolder: (current: string) => Promise<string | null>
  /** `source` gives the name to suggest. The system asks before it agrees to a path where a file is already. */
  readonly chooseSavePath: (source: string) => Promise<string | null>
}

export type SettingsPort = {
  readonly current: () => Settings
  readonly change: (change: SettingsChange & { readonly libraryFolder?: string }) => Settings
}

/** The proxy on the way to the service. */
export type ProxyPort = {
  readonly state: () => ProxyState | null
  /** @throws PlainProblem when the proxy does not take what was typed; nothing is kept then. */
  readonly signIn: (typed: {
    readonly host: string
    readonly sealed: string
    readonly acceptWeakStorage: boolean
  }) => Promise<{ readonly isStored: boolean }>
  readonly forget: (host: string) => void
}

/** What there is to tell of this Kiln on this computer; nothing secret is in it. */
export type DiagnosticsPort = {
  readonly read: () => Promise<Diagnostics>
  /** One look at a time; who asks meanwhile gets its report. */
  readonly check: () => Promise<IntegrityReport>
  readonly stopCheck: () => void
  /**
   * Writes all of it into one file. `withCrashDumps`: the newest reports of crashes, too, which may hold anything that was in memory.
   * @throws PlainProblem when it can't be written.
   */
  readonly saveAll: (target: string, wish: { readonly withCrashDumps: boolean }) => Promise<void>
}

/** How Kiln reaches the network, as a person sets it. */
export type NetworkPort = {
  /** Looks step by step whether the service at this base URL can be reached; as a person types it. @throws PlainProblem for what is none. */
  readonly check: (baseUrl: string) => Promise<ConnectionCheck>
  /** Why the script that a person has set does not say the way; null: it does, or none is set. */
  readonly script: () => Promise<ScriptTrouble | null>
  readonly authority: () => OwnAuthority | null
  /** @throws PlainProblem for a file that names no authority; what was trusted stays. */
  readonly takeAuthority: (path: string) => Promise<OwnAuthority>
  readonly forgetAuthority: () => void
  /** A person has changed the way to the network: it holds for what is sent from now on. */
  readonly rulesChanged: () => void
}

/** Camera and microphone, shut until a recorder opens them. */
export type CapturePort = {
  /** @throws PlainProblem when the system does not let Kiln have them. */
  readonly open: (kinds: readonly CaptureKind[]) => Promise<void>
  readonly close: () => void
}

export type ShellPort = {
  /** @throws PlainProblem when the file is not there any more. */
  readonly showItemInFolder: (path: string) => Promise<void>
  /** @throws PlainProblem when it can't be opened. */
  readonly openFolder: (path: string) => Promise<void>
  readonly copyText: (text: string) => Promise<void>
  /** @throws PlainProblem when the picture can't be read. */
  readonly copyPicture: (path: string) => Promise<void>
  /** From now on the pointer carries the files, out of the window too. `picture`: PNG. */
  readonly startDrag: (paths: readonly string[], picture: Uint8Array) => void
  /** Copies a file to a path that the person agreed to in a dialog. @throws PlainProblem when it can't be written. */
  readonly saveCopy: (from: string, to: string) => Promise<void>
  /** Writes a text to a path that the person agreed to in a dialog. @throws PlainProblem when it can't be written. */
  readonly saveText: (text: string, to: string) => Promise<void>
  /** @throws PlainProblem when the list was not made, as in a Kiln that nobody built. */
  readonly readLicences: () => Promise<string>
  /** @throws PlainProblem when results can't be written there. */
  readonly checkFolder: (path: string) => Promise<void>
}

/** What the system tells while nobody looks at the window. */
export type NoticesPort = {
  /** Where a notice that was clicked leads; null: none was. Told once. */
  readonly takePlace: () => NoticePlace | null
  /** A person has changed what is told, and when. */
  readonly rulesChanged: () => void
}

/** The menu of the app. */
export type MenuPort = { readonly offer: (deeds: readonly Deed[]) => void }

/** What the system hands to Kiln: links, and files by their paths. */
export type ArrivalsPort = {
  /** All that waits; told once. */
  readonly take: () => { readonly links: readonly string[]; readonly files: readonly string[] }
  /** This file was opened and read. */
  readonly opened: (path: string) => void
  readonly add: (calls: { readonly links: readonly string[]; readonly files: readonly string[] }) => void
}

/** Newer versions of Kiln. */
export type UpdatesPort = {
  readonly state: () => UpdateStatus
  /** Looks now; resolves when it is known. */
  readonly check: () => Promise<UpdateStatus>
  /** A person agrees to the download; it begins when nothing is on its way. */
  readonly download: () => UpdateStatus
  /** Installs what is ready and starts again; does nothing while anything is on its way. */
  readonly restart: () => UpdateStatus
  readonly rulesChanged: (before: UpdateRules) => void
}

/** Writes to the log; never given the key. */
export type LogPort = {
  readonly info: (event: string, facts?: { readonly [name: string]: string | number | boolean | null }) => void
  readonly error: (event: string, error: unknown) => void
}
