import type { RequestLogEntry } from './request-log.ts'

/** Data that Kiln stores on this computer in addition to the results. */
export const storedDataParts = ['journal', 'desk', 'library', 'thumbnails', 'previews', 'logs', 'crashDumps', 'practice'] as const
export type StoredDataPart = (typeof storedDataParts)[number]

/** The contract that the active account uses. */
export type ContractFacts = {
  /** `info.version` of the OpenAPI document. Null if it has none. */
  readonly version: string | null
  /** First characters of the contract's SHA-256 digest. Equal digests mean the same contract. Null if the contract was never read. */
  readonly digest: string | null
  /** When the service last responded to a check, in milliseconds since 1970. Null if it hasn't responded since Kiln started. */
  readonly readAt: number | null
}

export type Diagnostics = {
  readonly versions: { readonly [name in 'Kiln' | 'Electron' | 'Chromium' | 'Node' | 'SQLite']: string | null }
  readonly contract: ContractFacts
  /** Number of crash reports. */
  readonly crashDumps: number
  /** Size of each part on disk, in bytes. */
  readonly sizes: Readonly<Record<StoredDataPart, number>>
  /** Newest first. */
  readonly requests: readonly RequestLogEntry[]
}

/** Result of an integrity check of all stored data. */
export type IntegrityReport = {
  /** Faults as reported by SQLite. Empty if the database is intact. */
  readonly databases: readonly { readonly name: 'journal' | 'desk' | 'library'; readonly faults: readonly string[] }[]
  /**
   * Results whose files were compared with their stored digests. `total` is the number of results. `looked` is the number of compared
   * results. `changed` and `missing` are file names.
   */
  readonly results: {
    readonly total: number
    readonly looked: number
    readonly changed: readonly string[]
    readonly missing: readonly string[]
  }
  /** True if the user stopped the check. */
  readonly isStopped: boolean
}
