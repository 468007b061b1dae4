import type { z } from 'zod'
import type { DroppedBatchSource } from '../form/batch/batch-source.ts'
import type { LocalMedia } from '../form/media-facts.ts'
import { accountRequests, type AccountEvents } from './account.ts'
import { appRequests, type AppEvents } from './app.ts'
import { batchPathRequests, batchRequests, type BatchEvents } from './batch.ts'
import { contractRequests, type ContractEvents } from './contract.ts'
import { diagnosticsRequests, type DiagnosticsEvents } from './diagnostics.ts'
import { ledgerRequests, type LedgerEvents } from './ledger.ts'
import { libraryRequests, type LibraryEvents } from './library.ts'
import { mediaPathRequests, mediaRequests, type MediaEvents } from './media.ts'
import { networkRequests, type NetworkEvents } from './network.ts'
import { resultRequests } from './result.ts'
import { settingsRequests, type SettingsEvents } from './settings.ts'
import { taskRequests, type TaskEvents } from './task.ts'
import { workspaceRequests } from './workspace.ts'
import type { Outcome } from './outcome.ts'
import type { IpcRequest } from './request.ts'

/** The requests that the page can send. Main validates every input. Exceptions don't cross IPC, so every response is an `Outcome`. */
export const pageRequests = {
  ...accountRequests,
  ...appRequests,
  ...batchRequests,
  ...contractRequests,
  ...diagnosticsRequests,
  ...ledgerRequests,
  ...libraryRequests,
  ...mediaRequests,
  ...networkRequests,
  ...resultRequests,
  ...settingsRequests,
  ...taskRequests,
  ...workspaceRequests
}

/** The requests that only the preload script can send, because they name a path. */
export const pathRequests = { ...batchPathRequests, ...mediaPathRequests }

type Requests = typeof pageRequests & typeof pathRequests
export type RequestName = keyof Requests
export type PageRequestName = keyof typeof pageRequests
export type RequestInput<Name extends RequestName> = InputOf<Requests[Name]>
export type RequestOutput<Name extends RequestName> = { readonly [Each in RequestName]: OutputOf<Requests[Each]> }[Name]

type InputOf<Request> = Request extends { readonly input: infer Input } ? z.infer<Input> : never
type OutputOf<Request> = Request extends IpcRequest<z.ZodType, infer Output> ? Output : never

/**
 * A handler for each of `Declared`. A handler throws errors, and `registerIpcHandlers` converts them to outcomes. If the output is null,
 * the handler returns nothing.
 */
export type RequestHandlers<Declared> = {
  readonly [Name in keyof Declared]: (input: InputOf<Declared[Name]>) => HandlerOutput<OutputOf<Declared[Name]>>
}
type HandlerOutput<Output> = [Output] extends [null] ? void | Promise<void> : Output | Promise<Output>

/** Events that main sends to the window, each with its payload. */
export type IpcEventPayloads = AccountEvents &
  AppEvents &
  BatchEvents &
  ContractEvents &
  DiagnosticsEvents &
  LedgerEvents &
  LibraryEvents &
  MediaEvents &
  NetworkEvents &
  SettingsEvents &
  TaskEvents
export type IpcEventName = keyof IpcEventPayloads

/** Sends an event to every open window. */
export type IpcEventSender = <Name extends IpcEventName>(name: Name, payload: IpcEventPayloads[Name]) => void

/**
 * Exposed as `window.kiln` by the preload. `inspectFile` takes a DOM `File`. The parameter is `unknown` because DOM types are only
 * available in the renderer.
 */
export type KilnBridge = {
  readonly request: <Name extends PageRequestName>(name: Name, input: RequestInput<Name>) => Promise<Outcome<RequestOutput<Name>>>
  readonly inspectFile: (file: unknown) => Promise<Outcome<LocalMedia>>
  /** Reads a table or folder that was dropped on a batch. */
  readonly readDroppedSource: (
    file: unknown,
    options: { readonly capability: string; readonly field: string | null }
  ) => Promise<Outcome<DroppedBatchSource>>
  /** Returns a function that removes the listener. */
  readonly listen: <Name extends IpcEventName>(name: Name, listener: (payload: IpcEventPayloads[Name]) => void) => () => void
}
