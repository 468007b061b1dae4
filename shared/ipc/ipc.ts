import { confirmableQuestionKinds } from '../task/spending.ts'
import { z } from 'zod'
import type { OpenRequest } from '../app/open-request.ts'
import { captureDeviceKinds } from '../form/capture.ts'
import type { Batch } from '../form/batch/batch.ts'
import type { BatchPlan } from '../form/batch/batch-plan.ts'
import { batchSourceSchema, type DroppedBatchSource, type FolderPreview, type TablePreview } from '../form/batch/batch-source.ts'
import type { CapabilityListJson } from '../form/capability-list-json.ts'
import type { Diagnostics, IntegrityReport } from '../app/diagnostics.ts'
import type { ConnectionCheck } from '../app/connection-check.ts'
import type { AccountState, ConnectionTestResult, ConnectOutcome } from '../app/connection.ts'
import type { ContractChange, ContractChangeLog } from '../app/contract-change.ts'
import type { OpenedForm, PresetImportResult, SavePresetResult, PresetList, PromptEntry } from '../form/workspace.ts'
import { savedFormSchema, presetNameSchema } from '../form/workspace.ts'
import type { ipcEventNames, ipcRequestNames } from './ipc-names.ts'
import type { LocalMedia, InspectedMedia } from '../form/media-facts.ts'
import { faceSelectionInputSchema } from '../task/faces.ts'
import type { FaceSelectionData } from '../task/faces.ts'
import type { LedgerEntry } from '../task/ledger.ts'
import {
  collectionIdSchema,
  saveCollectionSchema,
  libraryChangeSchema,
  librarySearchSchema,
  libraryJobNameSchema,
  libraryKeysSchema,
  libraryRepairSchema,
  libraryQuerySchema,
  libraryTilesSchema
} from '../library/library.ts'
import type {
  ChangeReceipt,
  ExportReceipt,
  LibraryCollection,
  LibraryItemDetails,
  FormerFolderResults,
  LibraryFacets,
  LibraryChangedEvent,
  LibraryProgress,
  LibraryReport,
  LibraryQueryResult,
  LibrarySelectionSummary,
  LibraryTile,
  MoveReceipt,
  TrashReceipt
} from '../library/library.ts'
import type { CustomCa, PacError } from '../app/network.ts'
import { writableFormats } from '../form/fields/image-fix.ts'
import { menuActionNames, type MenuItemName } from '../app/menu.ts'
import type { NotificationDestination } from '../app/notifications.ts'
import type { Outcome } from './outcome.ts'
import type { SourcedEstimate } from '../form/pricing.ts'
import type { ProxyState } from '../app/proxy.ts'
import type { Reconciliation } from '../task/reconciliation.ts'
import type { Settings } from '../app/settings.ts'
import { settingsChangeSchema } from '../app/settings.ts'
import type { StorageState } from '../library/storage.ts'
import type { TransferProgress, Task, TimelineEntry } from '../task/task.ts'
import type { UpdateStatus } from '../app/update.ts'
import { valuesSchema } from '../form/values.ts'

const id = z.string().min(1).max(200)
/** IDs of tasks. The maximum is large enough to hide all tasks at once. */
const taskIds = z.array(id).min(1).max(100_000).readonly()
const rowId = z.number().int().positive()
const nothing = z.undefined()
/**
 * Long lists are sent in pages, because one long response would block main. The input is omitted for the first page. `olderThan`: ID of the
 * last item of the previous page. A page with fewer than `itemsPerPage` items is the last.
 */
const page = z.object({ olderThan: id }).optional()
const mostPosterBytes = 16 * 1024 * 1024
/** Maximum size of media that the page creates, in bytes. A minute of recorded video takes about 30 MB. */
const mostMadeBytes = 256 * 1024 * 1024
/** Maximum size of a drag image, in bytes. Enough for edges of a few hundred pixels. */
const mostDragPictureBytes = 512 * 1024
/** Maximum coordinate of a menu, in CSS pixels. No window is that large. */
const mostPixels = 32_768
/**
 * The typed API key, encrypted in the page. No IPC payload contains the key as text. The encryption uses main's one-time public key
 * (RSA-OAEP with SHA-256). The UTF-8 bytes are encrypted in blocks of at most 190 bytes. The blocks are concatenated and encoded in base64.
 */
const sealedKey = z.string().min(1).max(8192)

/**
 * The IPC requests that the window can send to main, each with its input schema. Main validates every input. Exceptions don't cross IPC, so
 * every response is an `Outcome`.
 */
export const ipcRequestSchemas = {
  'app.info': nothing,
  /** Confirms `app.closing`: the page has sent all pending data. */
  'app.closingHeard': nothing,
  'account.state': nothing,
  /** Resolves once the system's secure store has responded. The store may prompt the user first. */
  'account.isKeyStorageSecure': nothing,
  /** One-time public key as a JWK. See `sealedKey`. */
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
  /** Opens another account with its stored key. */
  'account.open': z.object({ id }),
  /** Deletes another account's stored key. */
  'account.remove': z.object({ id }),
  /** Resumes the account's tasks after the user has fixed the account. */
  'account.resume': nothing,
  'capability.list': nothing,
  /** Only called by the preload, with the system's path of a dropped or chosen file. */
  'media.inspect': z.object({ path: z.string().min(1).max(32_768) }),
  /**
   * Saves pasted, recorded or painted media that isn't a file yet, such as a screenshot. `stem`: file name without extension. Null to use
   * the current time as the name.
   */
  'media.keep': z.object({
    bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= mostMadeBytes),
    stem: z.string().max(200).nullable()
  }),
  /** Returns the facts about a result that is used as input. */
  'media.inspectItem': z.object({ id }),
  /** Opens the system's own file dialog. */
  'media.browse': z.object({ capability: id, field: id, many: z.boolean() }),
  /** Writes a converted or smaller copy of an image. The original is unchanged. */
  'media.convert': z.object({
    media: z.union([z.object({ draft: id }), z.object({ item: id })]),
    target: z.object({
      formats: z.array(z.enum(writableFormats)).min(1),
      maxBytes: z.number().positive().nullable(),
      maxLongEdge: z.number().positive().nullable(),
      minShortEdge: z.number().positive().nullable()
    })
  }),
  /** Returns the input media of an earlier task, with the field of each. Also works for a result whose task isn't in the journal. */
  'media.reopen': z.union([z.object({ taskId: id }), z.object({ itemId: id })]),
  /** Waits for the service for a limited time. The price is unknown if the service doesn't respond in time. */
  'price.estimate': z.object({ capability: id, values: valuesSchema }),
  /** Allows camera and microphone requests until the recorder closes. */
  'recorder.open': z.object({ kinds: z.array(z.enum(captureDeviceKinds)).min(1) }),
  'recorder.close': nothing,
  /** `consent`: spending questions that the user has accepted. */
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
  /** Reads the same table or folder again, with another header setting or for another field. */
  'batch.inspectTable': z.object({ capability: id, table: id, hasHeader: z.boolean() }),
  'batch.inspectFolder': z.object({ capability: id, field: id, folder: id }),
  /**
   * Only called by the preload, with the system's path of a dropped table or folder. `field`: the media field to fill with the folder's
   * files. Null if the form has no such field.
   */
  'batch.takeDropped': z.object({ capability: id, field: id.nullable(), path: z.string().min(1).max(32_768) }),
  /** Creates and checks the rows. Nothing is sent. `ticket` is repeated in progress events. A newer call cancels this one. */
  'batch.plan': z.object({ ticket: id, capability: id, values: valuesSchema, source: batchSourceSchema }),
  'batch.giveUpCounting': nothing,
  /** Opens the system's own dialog. `name` is the suggested file name. */
  'batch.saveBadRows': z.object({ plan: id, name: z.string().min(1).max(300) }),
  /** Idempotent: the same plan returns the same batch. */
  'batch.start': z.object({
    plan: id,
    skipInvalid: z.boolean(),
    consent: z
      .array(z.enum(['twin', 'confirm-above']))
      .max(2)
      .optional()
  }),
  'batch.list': nothing,
  /** Unsent rows wait until the batch is resumed. Running rows continue. */
  'batch.stop': z.object({ id }),
  'batch.resume': z.object({ id }),
  'batch.cancelRest': z.object({ id }),
  /** Accepts `question` for the rows on hold because of it, and sends only those rows. */
  'batch.agree': z.object({ id, question: z.enum(confirmableQuestionKinds) }),
  /** Newest first, including hidden tasks. */
  'task.list': page,
  'task.timeline': z.object({ id }),
  'task.cancel': z.object({ id }),
  'task.undoCancel': z.object({ ids: taskIds }),
  /** Accepts `question` and sends the task at its current price. The task must still be on hold because of this question. */
  'task.agree': z.object({ id, question: z.enum(confirmableQuestionKinds) }),
  'task.checkAgain': z.object({ id }),
  /** Hides finished tasks from the queue. */
  'task.hide': z.object({ ids: taskIds }),
  'task.unhide': z.object({ ids: taskIds }),
  /** Confirms that the user has run the upload command of `manualUpload`. */
  'task.uploadedByHand': z.object({ id }),
  /** Copies everything that support asks for to the clipboard. */
  'task.copySupportBundle': z.object({ id }),
  /** Saves the support bundle to a file that the user chooses in the system's dialog. */
  'task.saveSupportBundle': z.object({ id }),
  /** Credits of every task of every account, newest first, including hidden tasks. */
  'ledger.read': page,
  /** Saves the ledger as CSV where the user chooses. `connectionId`: null for all accounts. */
  'ledger.save': z.object({ connectionId: id.nullable() }),
  /** The faces to choose from, for a task that waits for a selection. */
  'faces.read': z.object({ id }),
  /** Sends the selection. It can be sent only once. */
  'faces.choose': z.object({ id, choice: faceSelectionInputSchema }),
  'recovery.reconcile': nothing,
  'recovery.report': nothing,
  /**
   * `capability`: chosen by the user if the service doesn't report it. `as`: ID of the local task that the user matched with the service's
   * task.
   */
  'recovery.adopt': z.object({ taskId: id, capability: id.optional(), as: id.optional() }),
  'recovery.fetchAgain': z.object({ id }),
  'library.query': libraryQuerySchema,
  /** `search`: query whose matches are highlighted. */
  'library.tiles': libraryTilesSchema,
  /** Returns the newest results that match a search, at most `limit`. */
  'library.find': librarySearchSchema,
  'library.facets': libraryQuerySchema,
  'library.item': z.object({ id }),
  'library.summary': z.object({ keys: libraryKeysSchema }),
  'library.change': libraryChangeSchema.extend({ job: libraryJobNameSchema }),
  'library.collections': nothing,
  'library.keepCollection': saveCollectionSchema,
  /** Removes the collection but not its items. */
  'library.removeCollection': collectionIdSchema.extend({ job: libraryJobNameSchema }),
  /** `token` and `count` come from the `ChangeReceipt`. */
  'library.undoChange': z.object({ token: id, count: z.number().int().nonnegative(), job: libraryJobNameSchema }),
  /** Hides the items immediately. Moves their files to the system's trash once the time for undo has expired. */
  'library.trash': z.object({ keys: libraryKeysSchema, job: libraryJobNameSchema }),
  'library.untrash': z.object({ token: id, count: z.number().int().nonnegative(), job: libraryJobNameSchema }),
  'library.rebuild': nothing,
  /** Starts a check of every file. */
  'library.look': nothing,
  'library.report': nothing,
  'library.repair': z.object({ choices: z.array(libraryRepairSchema).min(1).max(100_000).readonly(), job: libraryJobNameSchema }),
  /** Moves files to a folder that the user chooses in the system's dialog. */
  'library.move': z.object({ keys: libraryKeysSchema, job: libraryJobNameSchema }),
  'library.inFormerFolders': nothing,
  'library.moveFromFormerFolders': z.object({ job: libraryJobNameSchema }),
  /** Saves copies where the user chooses in the system's dialog. */
  'library.exportTo': z.object({ keys: libraryKeysSchema, withRecipes: z.boolean(), asZip: z.boolean(), job: libraryJobNameSchema }),
  /** Stops the request with this job name after its current step. */
  'library.stop': z.object({ job: z.string().min(1).max(80) }),
  /** Shows the most recently saved files in their folder. */
  'library.showSaved': nothing,
  /** Saves the preview image of a video or a model. The page draws it as PNG, JPEG or WebP. */
  'library.keepPoster': z.object({
    id,
    bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= mostPosterBytes)
  }),
  'result.saveAs': z.object({ id }),
  'result.showInFolder': z.object({ id }),
  'result.copy': z.object({ id }),
  /** Starts a native drag of result files to another program. `picture`: drag image as a PNG file. */
  'result.dragOut': z.object({
    ids: z.array(id).min(1).max(500),
    picture: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= mostDragPictureBytes)
  }),
  'clipboard.writeText': z.object({ text: z.string().max(200_000) }),
  /** Returns the destination of a clicked notification once, then null. */
  'notifications.takeTarget': nothing,
  /** Enables the menu items that apply to the current selection. */
  'menu.offer': z.object({ actions: z.array(z.enum(menuActionNames)).max(menuActionNames.length) }),
  /** Opens the app menu at this position in the page, in CSS pixels. Resolves when the menu is closed. */
  'menu.open': z.object({
    x: z.number().min(0).max(mostPixels),
    y: z.number().min(0).max(mostPixels),
    by: z.enum(['pointer', 'keyboard'])
  }),
  /** Returns the menu items chosen since the last call. */
  'menu.take': nothing,
  /** Quits Kiln like the menu item does. Asks for confirmation if tasks are running or waiting, unless the user turned this off. */
  'menu.quit': nothing,
  /** Returns links and files that the system passed to Kiln since the last call. */
  'arrivals.take': nothing,
  /** Opens the system's own file dialog. Chosen files are treated as if they were opened with Kiln. */
  'arrivals.browse': nothing,
  'settings.get': nothing,
  'settings.change': settingsChangeSchema,
  'settings.chooseLibraryFolder': nothing,
  'settings.showLibraryFolder': nothing,
  'app.licences': nothing,
  'diagnostics.read': nothing,
  /** Starts an integrity check. If a check is already running, the call joins it. */
  'diagnostics.check': nothing,
  'diagnostics.stopCheck': nothing,
  /**
   * Saves all diagnostics in one file where the user chooses in the system's dialog. `withCrashDumps`: include crash dumps, which contain
   * memory contents.
   */
  'diagnostics.save': z.object({ withCrashDumps: z.boolean() }),
  /**
   * Checks step by step whether a service can be reached. Costs no credits. Takes up to a minute if the service doesn't respond. `baseUrl`:
   * a service that isn't connected, checked without a key. Null for the account's service.
   */
  'network.check': z.object({ baseUrl: z.string().max(2048).nullable() }),
  /** Loads and tests the configured PAC file. */
  'network.script': nothing,
  /** Returns the certificate authority that the user trusts for Kiln, in addition to the system's. */
  'network.authority': nothing,
  /** Opens the system's own dialog. */
  'network.chooseAuthority': nothing,
  'network.forgetAuthority': nothing,
  'updates.state': nothing,
  /** Checks now. Resolves when the result is known. */
  'updates.check': nothing,
  /** Accepts the download of the available update. */
  'updates.download': nothing,
  /** Installs the downloaded update and restarts Kiln. */
  'updates.restart': nothing,
  'proxy.state': nothing,
  /**
   * `sealed`: `username:password`, encrypted like `sealedKey`. Kiln tests the password with the proxy, and saves it only if the proxy
   * accepts it.
   */
  'proxy.signIn': z.object({ host: z.string().min(1).max(300), sealed: sealedKey, acceptWeakStorage: z.boolean() }),
  'proxy.forget': z.object({ host: z.string().min(1).max(300) }),
  /** Returns whether the library and data folders are writable. */
  'storage.state': nothing,
  'storage.checkAgain': nothing,
  /** Returns why the workspace database was reset. Null if it wasn't reset. */
  'workspace.warning': nothing,
  /** `form` is null if the form is in its initial state. */
  'workspace.saveDraft': z.object({ capability: id, form: savedFormSchema.nullable() }),
  'workspace.openDraft': z.object({ capability: id }),
  /** Returns the values that were last sent. */
  'workspace.openSent': z.object({ capability: id }),
  /** Returns the values of an earlier task. */
  'workspace.openTask': z.object({ taskId: id }),
  /** Returns the values from the recipe of a result whose task isn't in the journal. */
  'workspace.openItem': z.object({ itemId: id }),
  'workspace.presets': z.object({ capability: id }),
  'workspace.savePreset': z.object({ capability: id, name: presetNameSchema, form: savedFormSchema, replaces: z.boolean() }),
  'workspace.renamePreset': z.object({ id, name: presetNameSchema }),
  'workspace.removePreset': z.object({ id }),
  'workspace.restorePreset': z.object({ id }),
  'workspace.openPreset': z.object({ id }),
  /** Opens the system's own dialog. `capability` is null for all presets. */
  'workspace.exportPresets': z.object({ capability: id.nullable() }),
  'workspace.importPresets': nothing,
  'workspace.prompts': z.object({ search: z.string().max(500), limit: z.number().int().min(1).max(500) }),
  'workspace.removePrompt': z.object({ id: rowId }),
  'workspace.restorePrompt': z.object({ id: rowId }),
  'contract.changes': nothing,
  'contract.checkAgain': nothing,
  /** Marks every change so far as seen. */
  'contract.seen': nothing
} as const satisfies Record<(typeof ipcRequestNames)[number], z.ZodType>

export type RequestName = keyof typeof ipcRequestSchemas
export type RequestInput<Name extends RequestName> = z.infer<(typeof ipcRequestSchemas)[Name]>

export type AppInfo = {
  readonly version: string
  readonly platform: 'darwin' | 'win32' | 'linux'
  /** Languages available for spell checking, such as `en-US`. Empty if the system checks spelling. */
  readonly spellingLanguages: readonly string[]
}

export type RequestOutputs = {
  'app.info': AppInfo
  'app.closingHeard': null
  'account.state': AccountState
  /** False if the system can't store the key securely. */
  'account.isKeyStorageSecure': boolean
  'account.sealingKey': JsonWebKeyLike
  'account.test': ConnectionTestResult
  'account.connect': ConnectOutcome
  'account.confirmSame': null
  'account.practice': ConnectionTestResult & { readonly isKeyStored: boolean }
  'account.disconnect': null
  'account.open': null
  'account.remove': null
  'account.resume': null
  'capability.list': CapabilityListJson
  'media.inspect': LocalMedia
  'media.keep': LocalMedia
  'media.inspectItem': InspectedMedia
  'media.browse': readonly LocalMedia[]
  'media.convert': LocalMedia
  'media.reopen': readonly { readonly field: string; readonly index: number; readonly media: LocalMedia }[]
  'price.estimate': SourcedEstimate
  'recorder.open': null
  'recorder.close': null
  'task.submit': Task
  /** Null if the user closed the dialog. */
  'batch.chooseTable': TablePreview | null
  'batch.chooseFolder': FolderPreview | null
  'batch.inspectTable': TablePreview
  'batch.inspectFolder': FolderPreview
  'batch.takeDropped': DroppedBatchSource
  'batch.plan': BatchPlan
  'batch.giveUpCounting': null
  /** Path of the saved file. Null if the user closed the dialog. */
  'batch.saveBadRows': string | null
  'batch.start': Batch
  'batch.list': readonly Batch[]
  'batch.stop': null
  'batch.resume': null
  'batch.cancelRest': { readonly ids: readonly string[] }
  'batch.agree': null
  'task.list': readonly Task[]
  'task.timeline': readonly TimelineEntry[]
  'task.cancel': null
  'task.undoCancel': null
  'task.agree': null
  'task.checkAgain': null
  'task.hide': null
  'task.unhide': null
  'task.uploadedByHand': null
  'task.copySupportBundle': null
  /** Path of the saved file. Null if the user closed the dialog. */
  'task.saveSupportBundle': string | null
  'ledger.read': readonly LedgerEntry[]
  /** Path of the saved file. Null if the user closed the dialog. */
  'ledger.save': string | null
  'faces.read': FaceSelectionData
  'faces.choose': null
  'recovery.reconcile': Reconciliation | null
  'recovery.report': Reconciliation | null
  'recovery.adopt': Task
  'recovery.fetchAgain': null
  'library.query': LibraryQueryResult
  'library.tiles': readonly LibraryTile[]
  'library.find': readonly LibraryTile[]
  'library.facets': LibraryFacets
  'library.item': LibraryItemDetails
  'library.summary': LibrarySelectionSummary
  'library.change': ChangeReceipt
  'library.collections': readonly LibraryCollection[]
  'library.keepCollection': LibraryCollection
  'library.removeCollection': ChangeReceipt
  'library.undoChange': null
  'library.trash': TrashReceipt
  'library.untrash': null
  'library.rebuild': LibraryReport
  'library.look': LibraryReport
  'library.report': LibraryReport
  'library.repair': LibraryReport
  /** Null if the user closed the dialog. */
  'library.move': MoveReceipt | null
  'library.inFormerFolders': FormerFolderResults
  'library.moveFromFormerFolders': MoveReceipt
  /** Null if the user closed the dialog. */
  'library.exportTo': ExportReceipt | null
  'library.stop': null
  'library.showSaved': null
  'library.keepPoster': null
  /** Path of the saved file. Null if the user closed the dialog. */
  'result.saveAs': string | null
  'result.showInFolder': null
  'result.copy': null
  'result.dragOut': null
  'clipboard.writeText': null
  /** Null if no notification was clicked. */
  'notifications.takeTarget': NotificationDestination | null
  'menu.offer': null
  'menu.open': null
  'menu.take': readonly MenuItemName[]
  'menu.quit': null
  'arrivals.take': readonly OpenRequest[]
  'arrivals.browse': null
  'settings.get': Settings
  'settings.change': Settings
  'settings.chooseLibraryFolder': Settings
  'settings.showLibraryFolder': null
  /** The licences of all included software, as one text. */
  'app.licences': string
  'diagnostics.read': Diagnostics
  'diagnostics.check': IntegrityReport
  'diagnostics.stopCheck': null
  /** Null if the user closed the dialog. */
  'diagnostics.save': string | null
  'network.check': ConnectionCheck
  /** Null if the PAC file works, or if no PAC file is configured. */
  'network.script': PacError | null
  /** Null if the user hasn't added a certificate authority. */
  'network.authority': CustomCa | null
  /** The certificate authority that the user now trusts for Kiln. Null if the user hasn't added one. */
  'network.chooseAuthority': CustomCa | null
  'network.forgetAuthority': null
  'updates.state': UpdateStatus
  'updates.check': UpdateStatus
  'updates.download': UpdateStatus
  'updates.restart': UpdateStatus
  /** Null for a direct connection. */
  'proxy.state': ProxyState | null
  /** If `isStored` is false, the password is only kept in memory until Kiln closes. */
  'proxy.signIn': { readonly isStored: boolean }
  'proxy.forget': null
  'storage.state': StorageState
  'storage.checkAgain': StorageState
  'workspace.warning': { readonly message: string; readonly advice: string } | null
  'workspace.saveDraft': null
  'workspace.openDraft': OpenedForm | null
  'workspace.openSent': OpenedForm | null
  'workspace.openTask': OpenedForm
  'workspace.openItem': OpenedForm
  'workspace.presets': PresetList
  'workspace.savePreset': SavePresetResult
  'workspace.renamePreset': { readonly isTaken: boolean }
  'workspace.removePreset': null
  'workspace.restorePreset': null
  'workspace.openPreset': OpenedForm
  /** Null if the user closed the dialog. */
  'workspace.exportPresets': { readonly path: string; readonly count: number } | null
  'workspace.importPresets': PresetImportResult | null
  'workspace.prompts': readonly PromptEntry[]
  'workspace.removePrompt': null
  'workspace.restorePrompt': null
  'contract.changes': ContractChangeLog
  'contract.checkAgain': ContractChangeLog
  'contract.seen': null
}

/** A JSON Web Key with an RSA public key. Declared here because neither Node's nor DOM's types are available in this folder. */
export type JsonWebKeyLike = { readonly kty: string; readonly n: string; readonly e: string; readonly alg: string; readonly ext: boolean }

/** Events that main sends to the window, each with its payload. */
export type IpcEventPayloads = AllNamed<{
  /** Current states of changed tasks, in the order of the changes. */
  'tasks.changed': readonly Task[]
  'task.progress': { readonly id: string; readonly progress: TransferProgress }
  'batch.changed': Batch
  /** Progress of counting a batch, in rows. */
  'batch.counting': { readonly ticket: string; readonly done: number; readonly total: number }
  /** Files that changed on disk after they were chosen. */
  'media.changed': readonly LocalMedia[]
  'account.changed': AccountState
  'capabilities.changed': CapabilityListJson
  'settings.changed': Settings
  'recovery.changed': Reconciliation
  'library.changed': LibraryChangedEvent
  'library.progress': LibraryProgress
  'storage.changed': StorageState
  'updates.changed': UpdateStatus
  'proxy.changed': ProxyState | null
  /** Number of results checked. */
  'diagnostics.progress': { readonly done: number; readonly total: number }
  'contract.changed': ContractChange
  /** A notification was clicked. `notifications.takeTarget` returns its target. */
  'notifications.clicked': null
  /** A link was followed or a file opened with Kiln. `arrivals.take` returns it. */
  'arrivals.came': null
  /** The dictionary of this language couldn't be downloaded. */
  'spelling.failed': string
  /** An item was chosen in the app, dock or tray menu. `menu.take` returns it. */
  'menu.chosen': null
  /** Kiln is about to close. It closes as soon as the page sends `app.closingHeard`. */
  'app.closing': null
}>
export type IpcEventName = keyof IpcEventPayloads
/** Fails to compile if `Payloads` lacks a name from `ipcEventNames`. */
type AllNamed<Payloads extends Record<(typeof ipcEventNames)[number], unknown>> = Payloads

/**
 * Exposed as `window.kiln` by the preload. `inspectFile` takes a DOM `File`. The parameter is `unknown` because DOM types are only
 * available in the renderer.
 */
export type KilnBridge = {
  readonly request: <Name extends RequestName>(name: Name, input: RequestInput<Name>) => Promise<Outcome<RequestOutputs[Name]>>
  readonly inspectFile: (file: unknown) => Promise<Outcome<LocalMedia>>
  /** Reads a table or folder that was dropped on a batch. */
  readonly readDroppedSource: (
    file: unknown,
    options: { readonly capability: string; readonly field: string | null }
  ) => Promise<Outcome<DroppedBatchSource>>
  /** Returns a function that removes the listener. */
  readonly listen: <Name extends IpcEventName>(name: Name, listener: (payload: IpcEventPayloads[Name]) => void) => () => void
}
