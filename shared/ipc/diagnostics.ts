import { z } from 'zod'
import type { Diagnostics, IntegrityReport } from '../app/diagnostics.ts'
import { declareRequest } from './request.ts'

export const diagnosticsRequests = {
  'diagnostics.read': declareRequest().returns<Diagnostics>(),
  /** Starts an integrity check. If a check is already running, the call joins it. */
  'diagnostics.check': declareRequest().returns<IntegrityReport>(),
  'diagnostics.stopCheck': declareRequest(),
  /**
   * Saves all diagnostics in one file where the user chooses in the system's dialog. `withCrashDumps`: include crash dumps, which contain
   * memory contents. Null if the user closed the dialog.
   */
  'diagnostics.save': declareRequest(z.object({ withCrashDumps: z.boolean() })).returns<string | null>()
}

export type DiagnosticsEvents = {
  /** Number of results checked. */
  'diagnostics.progress': { readonly done: number; readonly total: number }
}
