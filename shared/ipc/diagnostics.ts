import { z } from 'zod'
import type { Diagnostics, IntegrityReport } from '../app/diagnostics.ts'
import { request } from './request.ts'

export const diagnosticsRequests = {
  'diagnostics.read': request().returns<Diagnostics>(),
  /** Starts an integrity check. If a check is already running, the call joins it. */
  'diagnostics.check': request().returns<IntegrityReport>(),
  'diagnostics.stopCheck': request(),
  /**
   * Saves all diagnostics in one file where the user chooses in the system's dialog. `withCrashDumps`: include crash dumps, which contain
   * memory contents. Null if the user closed the dialog.
   */
  'diagnostics.save': request(z.object({ withCrashDumps: z.boolean() })).returns<string | null>()
}

export type DiagnosticsEvents = {
  /** Number of results checked. */
  'diagnostics.progress': { readonly done: number; readonly total: number }
}
