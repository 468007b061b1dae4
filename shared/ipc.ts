import { z } from 'zod'
import type { Capability } from './capability.ts'
import type { AccountState, ConnectionReport } from './connection.ts'
import type { announcementNames, requestNames } from './ipc-names.ts'
import type { DraftMedia } from './media-facts.ts'
import type { Outcome } from './outcome.ts'
import type { Settings } from './settings.ts'
import { settingsChangeSchema } from './settings.ts'
import type { Progress, Task, TimelineEntry } from './task.ts'
import { valuesSchema } from './values.ts'

/**
 * THE contract between the window and main: name -> what goes in (checked in main) and what comes back.
 * Errors do not cross; every answer is an Outcome.
 */
const id = z.string().min(1).max(200)
const nothing = z.undefined()
const mostPastedBytes = 64 * 1024 * 1024
/**
 * What a person typed as key, sealed in the page with main's one-time public key (RSA-OAEP with SHA-256), so that no payload holds its text.
 * UTF-8 in blocks of at most 190 bytes, each block sealed on its own, the sealed blocks joined in order and written in base64.
 */
const sealedKey = z.string().min(1).max(8192)

export const requestInputs = {
  'app.info': nothing,
  'account.state': nothing,
  /** One-time public key as a JWK; see `sealedKey`. */
  'account.sealingKey': nothing,
  'account.test': z.object({ baseUrl: z.string().max(2048), sealedKey }),
  'account.connect': z.object({ baseUrl: z.string().max(2048), sealedKey, acceptWeakStorage: z.boolean() }),
  'account.practice': nothing,
  'account.disconnect': nothing,
  /** "The account is mended, go on." */
  'account.resume': nothing,
  'capability.list': nothing,
  /** Only the preload calls this, with the path the system gave for a dropped or chosen file. */
  'media.inspect': z.object({ path: z.string().min(1).max(32_768) }),
  /** Keeps a picture that was pasted and is no file yet, such as a screenshot. */
  'media.keep': z.object({ bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= mostPastedBytes) }),
  /** Opens the system's own file dialog. */
  'media.browse': z.object({ capability: id, field: id, many: z.boolean() }),
  /** Turns the media of an earlier task back into drafts, for "send again". */
  'media.reopen': z.object({ taskId: id }),
  'task.submit': z.object({ capability: id, values: valuesSchema }),
  'task.list': nothing,
  'task.timeline': z.object({ id }),
  'task.cancel': z.object({ id }),
  'task.lookAgain': z.object({ id }),
  'task.hide': z.object({ id }),
  /** "I ran it": the upload command of `handUpload`. */
  'task.uploadedByHand': z.object({ id }),
  'task.supportBundle': z.object({ id }),
  'result.saveAs': z.object({ id }),
  'result.showInFolder': z.object({ id }),
  'result.copy': z.object({ id }),
  'clipboard.writeText': z.object({ text: z.string().max(200_000) }),
  'settings.get': nothing,
  'settings.change': settingsChangeSchema,
  'settings.chooseLibraryFolder': nothing,
  'settings.showLibraryFolder': nothing
} as const satisfies Record<(typeof requestNames)[number], z.ZodType>

export type RequestName = keyof typeof requestInputs
export type RequestInput<Name extends RequestName> = z.infer<(typeof requestInputs)[Name]>

export type AppInfo = {
  readonly version: string
  readonly platform: 'darwin' | 'win32' | 'linux'
  /** False where the system has no secure store for the key (behaviour section 7). */
  readonly isKeyStorageSecure: boolean
}

export type RequestOutputs = {
  'app.info': AppInfo
  'account.state': AccountState
  'account.sealingKey': JsonWebKeyLike
  'account.test': ConnectionReport
  /** `isKeyStored` false: the key is in memory only and asked for again at the next start. */
  'account.connect': ConnectionReport & { readonly isKeyStored: boolean }
  'account.practice': ConnectionReport & { readonly isKeyStored: boolean }
  'account.disconnect': null
  'account.resume': null
  'capability.list': readonly Capability[]
  'media.inspect': DraftMedia
  'media.keep': DraftMedia
  'media.browse': readonly DraftMedia[]
  'media.reopen': readonly { readonly field: string; readonly index: number; readonly media: DraftMedia }[]
  'task.submit': Task
  'task.list': readonly Task[]
  'task.timeline': readonly TimelineEntry[]
  'task.cancel': null
  'task.lookAgain': null
  'task.hide': null
  'task.uploadedByHand': null
  /** The bundle as text; also what is copied. */
  'task.supportBundle': string
  /** The path it was saved to, or null when the person closed the dialog. */
  'result.saveAs': string | null
  'result.showInFolder': null
  'result.copy': null
  'clipboard.writeText': null
  'settings.get': Settings
  'settings.change': Settings
  'settings.chooseLibraryFolder': Settings
  'settings.showLibraryFolder': null
}

/** A JSON Web Key with an RSA public key; spelled out because neither Node nor DOM types belong here. */
export type JsonWebKeyLike = { readonly kty: string; readonly n: string; readonly e: string; readonly alg: string; readonly ext: boolean }

/** What main tells the window without being asked. */
export type Announcements = AllNamed<{
  'task.changed': Task
  'task.progress': { readonly id: string; readonly progress: Progress }
  'account.changed': AccountState
  'capabilities.changed': readonly Capability[]
  'settings.changed': Settings
}>
export type AnnouncementName = keyof Announcements
/** Does not compile when an announcement of `ipc-names.ts` is missing. */
type AllNamed<Payloads extends Record<(typeof announcementNames)[number], unknown>> = Payloads

/** What the preload puts on `window.kiln`. `inspectFile` takes a DOM `File`; it is `unknown` here because DOM types stay in the renderer. */
export type KilnBridge = {
  readonly request: <Name extends RequestName>(name: Name, input: RequestInput<Name>) => Promise<Outcome<RequestOutputs[Name]>>
  readonly inspectFile: (file: unknown) => Promise<Outcome<DraftMedia>>
  /** Returns a function that stops listening. */
  readonly listen: <Name extends AnnouncementName>(name: Name, listener: (payload: Announcements[Name]) => void) => () => void
}
