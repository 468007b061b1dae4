import { z } from 'zod'
import type { Arrival } from './arrival.ts'
import { captureKinds } from './capture.ts'
import type { Batch } from './batch/batch.ts'
import type { BatchPlan } from './batch/batch-plan.ts'
import { batchSourceSchema, type DroppedSource, type FolderFound, type TableFound } from './batch/batch-source.ts'
import type { CapabilityList } from './capability-list.ts'
import type { Diagnostics, IntegrityReport } from './diagnostics.ts'
import type { ConnectionCheck } from './connection-check.ts'
import type { AccountState, ConnectionReport, ConnectOutcome } from './connection.ts'
import type { ContractChange, ContractNews } from './contract-change.ts'
import type { OpenedForm, PresetImport, PresetOutcome, PresetShelf, PromptEntry } from './desk.ts'
import { keptFormSchema, presetNameSchema } from './desk.ts'
import type { announcementNames, requestNames } from './ipc-names.ts'
import type { DraftMedia, KnownMedia } from './media-facts.ts'
import { faceChoiceSchema } from './faces.ts'
import type { FacesToChoose } from './faces.ts'
import type { LedgerEntry } from './ledger.ts'
import {
  collectionIdSchema,
  keepCollectionSchema,
  libraryChangeSchema,
  libraryFindSchema,
  libraryKeysSchema,
  libraryMendingSchema,
  libraryQuerySchema,
  libraryTilesSchema
} from './library.ts'
import type {
  LibraryCollection,
  LibraryDetails,
  LibraryFacets,
  LibraryNews,
  LibraryReport,
  LibraryShelf,
  LibraryTile,
  TrashReceipt
} from './library.ts'
import type { OwnAuthority, ScriptTrouble } from './network.ts'
import { deedNames, type MenuName } from './menu.ts'
import type { NoticePlace } from './notices.ts'
import type { Outcome } from './outcome.ts'
import type { SourcedEstimate } from './pricing.ts'
import type { ProxyState } from './proxy.ts'
import type { Reconciliation } from './reconciliation.ts'
import type { Settings } from './settings.ts'
import { settingsChangeSchema } from './settings.ts'
import type { StorageState } from './storage.ts'
import type { Progress, Task, TimelineEntry } from './task.ts'
import type { UpdateStatus } from './update.ts'
import { valuesSchema } from './values.ts'

/**
 * THE contract between the window and main: name -> what goes in (checked in main) and what comes back.
 * Errors do not cross; every answer is an Outcome.
 */
const id = z.string().min(1).max(200)
const rowId = z.number().int().positive()
const nothing = z.undefined()
/** A long list comes page by page, since one long answer would hold main up. `olderThan`: id of the last one that came; nothing: the first page. One with fewer than `itemsPerPage` is the last. */
const page = z.object({ olderThan: id }).optional()
const mostPosterBytes = 16 * 1024 * 1024
/** A minute of recorded video is about 30 MB. */
const mostMadeBytes = 256 * 1024 * 1024
/** A picture of a few hundred pixels at most. */
const mostDragPictureBytes = 512 * 1024
/**
 * What a person typed as key, sealed in the page with main's one-time public key (RSA-OAEP with SHA-256), so that no payload holds its text.
 * UTF-8 in blocks of at most 190 bytes, each block sealed on its own, the sealed blocks joined in order and written in base64.
 */
const sealedKey = z.string().min(1).max(8192)

export const requestInputs = {
  'app.info': nothing,
  /** The answer to `app.closing`: everything that waited in the page is handed over. */
  'app.closingHeard': nothing,
  'account.state': nothing,
  /** One-time public key as a JWK; see `sealedKey`. */
  'account.sealingKey': nothing,
  'account.test': z.object({ baseUrl: z.string().max(2048), sealedKey }),
  'account.connect': z.object({
    baseUrl: z.string().max(2048),
    sealedKey,
    acceptWeakStorage: z.boolean(),
    account: z.enum(['same', 'other']).optional()
  }),
  'account.confirmSame': nothing,
  'account.practice': nothing,
  'account.disconnect': nothing,
  /** "The account is mended, go on." */
  'account.resume': nothing,
  'capability.list': nothing,
  /** Only the preload calls this, with the path the system gave for a dropped or chosen file. */
  'media.inspect': z.object({ path: z.string().min(1).max(32_768) }),
  /** Keeps what was pasted, recorded or painted and is no file yet, such as a screenshot. `stem`: its name without ending; null: by the time. */
  'media.keep': z.object({
    bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= mostMadeBytes),
    stem: z.string().max(200).nullable()
  }),
  /** What is known of a result that is used as input. */
  'media.inspectItem': z.object({ id }),
  /** Opens the system's own file dialog. */
  'media.browse': z.object({ capability: id, field: id, many: z.boolean() }),
  /** Turns the media of an earlier task back into drafts, for "send again"; or those of a result that only the library knows. */
  'media.reopen': z.union([z.object({ taskId: id }), z.object({ itemId: id })]),
  /** What sending these values would cost. Never holds anything up: what nobody can tell soon is unknown. */
  'price.estimate': z.object({ capability: id, values: valuesSchema }),
  /** Camera and microphone may be asked for from now on, until the recorder closes. */
  'recorder.open': z.object({ kinds: z.array(z.enum(captureKinds)).min(1) }),
  'recorder.close': nothing,
  /** `consent`: questions before spending that the person has said yes to. */
  'task.submit': z.object({
    capability: id,
    values: valuesSchema,
    consent: z
      .array(z.enum(['twin', 'confirm-above']))
      .max(2)
      .optional()
  }),
  /** Opens the system's own file dialog. */
  'batch.chooseTable': z.object({ capability: id }),
  'batch.chooseFolder': z.object({ capability: id, field: id }),
  /** The same folder for another field. */
  'batch.lookAtFolder': z.object({ capability: id, field: id, folder: id }),
  /** Only the preload calls this, with the path the system gave for a dropped table or folder. `field`: what a folder's files would fill. */
  'batch.takeDropped': z.object({ capability: id, field: id.nullable(), path: z.string().min(1).max(32_768) }),
  /** Makes and checks the rows; sends nothing. `ticket`: comes back with the news of it. A newer one gives this one up. */
  'batch.plan': z.object({ ticket: id, capability: id, values: valuesSchema, source: batchSourceSchema }),
  'batch.giveUpCounting': nothing,
  /** Opens the system's own dialog; `name` is what to suggest. */
  'batch.saveBadRows': z.object({ plan: id, name: z.string().min(1).max(300) }),
  /** Asked again with the same plan it is the same batch. */
  'batch.start': z.object({
    plan: id,
    leaveOutBad: z.boolean(),
    consent: z
      .array(z.enum(['twin', 'confirm-above']))
      .max(2)
      .optional()
  }),
  'batch.list': nothing,
  /** What is not sent stays here; what is on its way goes on. */
  'batch.stop': z.object({ id }),
  'batch.resume': z.object({ id }),
  'batch.cancelRest': z.object({ id }),
  'batch.agreeToPrices': z.object({ id }),
  'batch.hide': z.object({ id }),
  /** Newest first. */
  'task.list': page,
  'task.timeline': z.object({ id }),
  'task.cancel': z.object({ id }),
  /** Sends a task that asks, at the price of now. */
  'task.agreeToPrice': z.object({ id }),
  'task.lookAgain': z.object({ id }),
  'task.hide': z.object({ id }),
  /** "I ran it": the upload command of `handUpload`. */
  'task.uploadedByHand': z.object({ id }),
  /** Puts everything that support asks for on the clipboard. */
  'task.copySupportBundle': z.object({ id }),
  /** Saves the same text where the person says. */
  'task.saveSupportBundle': z.object({ id }),
  /** What every task of every account has to do with credits, newest first; hidden ones too. */
  'ledger.read': page,
  /** Saves it as CSV where the person says; of one account, or of all. */
  'ledger.save': z.object({ connectionId: id.nullable() }),
  /** Journal, recent tasks and files held against each other, now. */
  /** What there is to choose from, for a task that waits for faces. */
  'faces.read': z.object({ id }),
  /** Sends the choice, once. */
  'faces.choose': z.object({ id, choice: faceChoiceSchema }),
  'recovery.reconcile': nothing,
  'recovery.report': nothing,
  /** `capability`: what the person says it belongs to, if the service does not say. `as`: the task of ours that it is, by the person's word. */
  'recovery.adopt': z.object({ taskId: id, capability: id.optional(), as: id.optional() }),
  'recovery.fetchAgain': z.object({ id }),
  'library.query': libraryQuerySchema,
  /** `search`: whose words are marked. */
  'library.tiles': libraryTilesSchema,
  /** A few of what a search finds, the newest first. */
  'library.find': libraryFindSchema,
  'library.facets': libraryQuerySchema,
  'library.item': z.object({ id }),
  'library.change': libraryChangeSchema,
  'library.collections': nothing,
  'library.keepCollection': keepCollectionSchema,
  /** The items stay. */
  'library.removeCollection': collectionIdSchema,
  /** Out of the way at once, to the system's trash when undo is over. */
  'library.trash': z.object({ keys: libraryKeysSchema }),
  'library.untrash': z.object({ token: id }),
  'library.rebuild': nothing,
  /** Looks at every file now. */
  'library.look': nothing,
  'library.report': nothing,
  'library.mend': z.object({ choices: z.array(libraryMendingSchema).min(1).max(10_000).readonly() }),
  /** To a folder that the person chooses in the system's dialog. */
  'library.move': z.object({ keys: libraryKeysSchema }),
  /** To a place that the person chooses in the system's dialog. */
  'library.exportTo': z.object({ keys: libraryKeysSchema, withRecipes: z.boolean(), asZip: z.boolean() }),
  /** A picture that stands for a video or a model, drawn by the page: PNG, JPEG or WebP. */
  'library.keepPoster': z.object({
    id,
    bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= mostPosterBytes)
  }),
  'result.saveAs': z.object({ id }),
  'result.showInFolder': z.object({ id }),
  'result.copy': z.object({ id }),
  /** The files of results leave with the pointer, for another program. `picture`: what is seen under it, as PNG. */
  'result.dragOut': z.object({
    ids: z.array(id).min(1).max(500),
    picture: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= mostDragPictureBytes)
  }),
  'clipboard.writeText': z.object({ text: z.string().max(200_000) }),
  /** Where a notice of the system that was clicked leads; told once. */
  'notices.takePlace': nothing,
  /** What can be done with what is chosen in the view at hand: the menu shows it as possible. */
  'menu.offer': z.object({ deeds: z.array(z.enum(deedNames)).max(deedNames.length) }),
  /** What the system handed to Kiln since it was asked last. */
  'arrivals.take': nothing,
  /** Opens the system's own file dialog; what is chosen comes as if it were opened with Kiln. */
  'arrivals.browse': nothing,
  'settings.get': nothing,
  'settings.change': settingsChangeSchema,
  'settings.chooseLibraryFolder': nothing,
  'settings.showLibraryFolder': nothing,
  'app.licences': nothing,
  'diagnostics.read': nothing,
  /** Looks at all that is stored; asked again while it runs it is the same look. */
  'diagnostics.check': nothing,
  'diagnostics.stopCheck': nothing,
  /** All of it in one file, to a place that the person chooses in the system's dialog. `withCrashDumps`: what was in memory goes along. */
  'diagnostics.save': z.object({ withCrashDumps: z.boolean() }),
  /**
   * Looks step by step whether a service can be reached; free. Takes up to a minute where nothing answers. `baseUrl`: one that is not connected,
   * which is asked without a key; null: that of the account.
   */
  'network.check': z.object({ baseUrl: z.string().max(2048).nullable() }),
  /** Whether the script that a person has set says the way: it is fetched and tried. */
  'network.script': nothing,
  /** The authority that a person trusts for Kiln, beside those of the system. */
  'network.authority': nothing,
  /** Through the system's dialog. */
  'network.chooseAuthority': nothing,
  'network.forgetAuthority': nothing,
  'updates.state': nothing,
  /** Looks now; answered when it is known. */
  'updates.check': nothing,
  /** A person agrees to the download. */
  'updates.download': nothing,
  /** Installs what is ready and starts Kiln again. */
  'updates.restart': nothing,
  'proxy.state': nothing,
  /** `sealed`: `name:password`, sealed as a key is. Asks the proxy first; kept only when it takes them. */
  'proxy.signIn': z.object({ host: z.string().min(1).max(300), sealed: sealedKey, acceptWeakStorage: z.boolean() }),
  'proxy.forget': z.object({ host: z.string().min(1).max(300) }),
  /** Whether what Kiln keeps on this computer can be kept. */
  'storage.state': nothing,
  'storage.lookAgain': nothing,
  /** Why the desk is not the one that it was; null: it is. */
  'desk.notice': nothing,
  /** Null: the form is as it was at the very first. */
  'desk.keepDraft': z.object({ capability: id, form: keptFormSchema.nullable() }),
  'desk.openDraft': z.object({ capability: id }),
  /** The values that were last sent. */
  'desk.openSent': z.object({ capability: id }),
  /** The values of an earlier task, for "send again". */
  'desk.openTask': z.object({ taskId: id }),
  /** The values of a result by its recipe, where no task here made it. */
  'desk.openItem': z.object({ itemId: id }),
  'desk.presets': z.object({ capability: id }),
  'desk.keepPreset': z.object({ capability: id, name: presetNameSchema, form: keptFormSchema, replaces: z.boolean() }),
  'desk.renamePreset': z.object({ id, name: presetNameSchema }),
  'desk.removePreset': z.object({ id }),
  'desk.bringBackPreset': z.object({ id }),
  'desk.openPreset': z.object({ id }),
  /** Through the system's dialog. `capability` null: those of all. */
  'desk.exportPresets': z.object({ capability: id.nullable() }),
  'desk.importPresets': nothing,
  'desk.prompts': z.object({ search: z.string().max(500), limit: z.number().int().min(1).max(500) }),
  'desk.removePrompt': z.object({ id: rowId }),
  'desk.bringBackPrompt': z.object({ id: rowId }),
  'contract.news': nothing,
  'contract.lookAgain': nothing,
  /** A person was told of every change so far. */
  'contract.seen': nothing
} as const satisfies Record<(typeof requestNames)[number], z.ZodType>

export type RequestName = keyof typeof requestInputs
export type RequestInput<Name extends RequestName> = z.infer<(typeof requestInputs)[Name]>

export type AppInfo = {
  readonly version: string
  readonly platform: 'darwin' | 'win32' | 'linux'
  /** False where the system has no secure store for the key (behaviour section 7). */
  readonly isKeyStorageSecure: boolean
  /** Languages whose spelling can be checked, such as `en-US`; empty where the system does it by itself. */
  readonly spellingLanguages: readonly string[]
}

export type RequestOutputs = {
  'app.info': AppInfo
  'app.closingHeard': null
  'account.state': AccountState
  'account.sealingKey': JsonWebKeyLike
  'account.test': ConnectionReport
  'account.connect': ConnectOutcome
  'account.confirmSame': null
  'account.practice': ConnectionReport & { readonly isKeyStored: boolean }
  'account.disconnect': null
  'account.resume': null
  'capability.list': CapabilityList
  'media.inspect': DraftMedia
  'media.keep': DraftMedia
  'media.inspectItem': KnownMedia
  'media.browse': readonly DraftMedia[]
  'media.reopen': readonly { readonly field: string; readonly index: number; readonly media: DraftMedia }[]
  'price.estimate': SourcedEstimate
  'recorder.open': null
  'recorder.close': null
  'task.submit': Task
  /** Null: the person closed the dialog. */
  'batch.chooseTable': TableFound | null
  'batch.chooseFolder': FolderFound | null
  'batch.lookAtFolder': FolderFound
  'batch.takeDropped': DroppedSource
  'batch.plan': BatchPlan
  'batch.giveUpCounting': null
  /** The path it was saved to, or null when the person closed the dialog. */
  'batch.saveBadRows': string | null
  'batch.start': Batch
  'batch.list': readonly Batch[]
  'batch.stop': null
  'batch.resume': null
  'batch.cancelRest': null
  'batch.agreeToPrices': null
  'batch.hide': null
  'task.list': readonly Task[]
  'task.timeline': readonly TimelineEntry[]
  'task.cancel': null
  'task.agreeToPrice': null
  'task.lookAgain': null
  'task.hide': null
  'task.uploadedByHand': null
  'task.copySupportBundle': null
  /** The path it was saved to, or null when the person closed the dialog. */
  'task.saveSupportBundle': string | null
  'ledger.read': readonly LedgerEntry[]
  /** The path it was saved to, or null when the person closed the dialog. */
  'ledger.save': string | null
  'faces.read': FacesToChoose
  'faces.choose': null
  'recovery.reconcile': Reconciliation | null
  'recovery.report': Reconciliation | null
  'recovery.adopt': Task
  'recovery.fetchAgain': null
  'library.query': LibraryShelf
  'library.tiles': readonly LibraryTile[]
  'library.find': readonly LibraryTile[]
  'library.facets': LibraryFacets
  'library.item': LibraryDetails
  'library.change': null
  'library.collections': readonly LibraryCollection[]
  'library.keepCollection': LibraryCollection
  'library.removeCollection': null
  'library.trash': TrashReceipt
  'library.untrash': null
  'library.rebuild': LibraryReport
  'library.look': LibraryReport
  'library.report': LibraryReport
  'library.mend': LibraryReport
  /** How many, and where to; null: the dialog was closed. */
  'library.move': { readonly count: number; readonly folder: string } | null
  /** How many, and where to; null: the dialog was closed. */
  'library.exportTo': { readonly count: number; readonly path: string } | null
  'library.keepPoster': null
  /** The path it was saved to, or null when the person closed the dialog. */
  'result.saveAs': string | null
  'result.showInFolder': null
  'result.copy': null
  'result.dragOut': null
  'clipboard.writeText': null
  /** Null: none was clicked. */
  'notices.takePlace': NoticePlace | null
  'menu.offer': null
  'arrivals.take': readonly Arrival[]
  'arrivals.browse': null
  'settings.get': Settings
  'settings.change': Settings
  'settings.chooseLibraryFolder': Settings
  'settings.showLibraryFolder': null
  /** The licence of everything that Kiln is built with, as one text. */
  'app.licences': string
  'diagnostics.read': Diagnostics
  'diagnostics.check': IntegrityReport
  'diagnostics.stopCheck': null
  /** Null: the dialog was closed. */
  'diagnostics.save': string | null
  'network.check': ConnectionCheck
  /** Null: it does, or none is set. */
  'network.script': ScriptTrouble | null
  /** Null: there is none. */
  'network.authority': OwnAuthority | null
  /** What is trusted now; null: none. */
  'network.chooseAuthority': OwnAuthority | null
  'network.forgetAuthority': null
  'updates.state': UpdateStatus
  'updates.check': UpdateStatus
  'updates.download': UpdateStatus
  'updates.restart': UpdateStatus
  /** Null: the service is reached straight. */
  'proxy.state': ProxyState | null
  /** `isStored` false: they last until Kiln is closed. */
  'proxy.signIn': { readonly isStored: boolean }
  'proxy.forget': null
  'storage.state': StorageState
  'storage.lookAgain': StorageState
  'desk.notice': { readonly message: string; readonly advice: string } | null
  'desk.keepDraft': null
  'desk.openDraft': OpenedForm | null
  'desk.openSent': OpenedForm | null
  'desk.openTask': OpenedForm
  'desk.openItem': OpenedForm
  'desk.presets': PresetShelf
  'desk.keepPreset': PresetOutcome
  'desk.renamePreset': { readonly isTaken: boolean }
  'desk.removePreset': null
  'desk.bringBackPreset': null
  'desk.openPreset': OpenedForm
  /** Null: the dialog was closed. */
  'desk.exportPresets': { readonly path: string; readonly count: number } | null
  'desk.importPresets': PresetImport | null
  'desk.prompts': readonly PromptEntry[]
  'desk.removePrompt': null
  'desk.bringBackPrompt': null
  'contract.news': ContractNews
  'contract.lookAgain': ContractNews
  'contract.seen': null
}

/** A JSON Web Key with an RSA public key; spelled out because neither Node nor DOM types belong here. */
export type JsonWebKeyLike = { readonly kty: string; readonly n: string; readonly e: string; readonly alg: string; readonly ext: boolean }

/** What main tells the window without being asked. */
export type Announcements = AllNamed<{
  /** The newest state of tasks that changed, in the order in which they did. */
  'tasks.changed': readonly Task[]
  'task.progress': { readonly id: string; readonly progress: Progress }
  'batch.changed': Batch
  /** How far a batch is counted. */
  'batch.counting': { readonly ticket: string; readonly done: number; readonly total: number }
  'account.changed': AccountState
  'capabilities.changed': CapabilityList
  'settings.changed': Settings
  'recovery.changed': Reconciliation
  'library.changed': LibraryNews
  'storage.changed': StorageState
  'updates.changed': UpdateStatus
  'proxy.changed': ProxyState | null
  /** How many results were looked at. */
  'diagnostics.progress': { readonly done: number; readonly total: number }
  'contract.changed': ContractChange
  /** A notice of the system was clicked; `notices.takePlace` says where it leads. */
  'notices.opened': null
  /** A link was followed or a file is to be opened; `arrivals.take` says which. */
  'arrivals.came': null
  /** The dictionary of this language could not be fetched. */
  'spelling.failed': string
  /** Chosen in the menu of the app: it does what the shortcut does. */
  'app.menu': MenuName
  /** Kiln closes as soon as the page has answered. */
  'app.closing': null
}>
export type AnnouncementName = keyof Announcements
/** Does not compile when an announcement of `ipc-names.ts` is missing. */
type AllNamed<Payloads extends Record<(typeof announcementNames)[number], unknown>> = Payloads

/** What the preload puts on `window.kiln`. `inspectFile` takes a DOM `File`; it is `unknown` here because DOM types stay in the renderer. */
export type KilnBridge = {
  readonly request: <Name extends RequestName>(name: Name, input: RequestInput<Name>) => Promise<Outcome<RequestOutputs[Name]>>
  readonly inspectFile: (file: unknown) => Promise<Outcome<DraftMedia>>
  /** A table or folder that was dropped on a batch. */
  readonly takeDroppedSource: (
    file: unknown,
    wish: { readonly capability: string; readonly field: string | null }
  ) => Promise<Outcome<DroppedSource>>
  /** Returns a function that stops listening. */
  readonly listen: <Name extends AnnouncementName>(name: Name, listener: (payload: Announcements[Name]) => void) => () => void
}
