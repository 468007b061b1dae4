import type { RequestEntry } from './request-log.ts'

/** Data that Kiln stores on this computer besides the results. */
export const storedParts = ['journal', 'desk', 'library', 'thumbnails', 'previews', 'logs', 'crashDumps', 'practice'] as const
export type StoredPart = (typeof storedParts)[number]

/** The contract that the active account uses. */
export type ContractFacts = {
  /** `info.version` of its documents. Null if they have none. */
  readonly version: string | null
  /** First characters of the SHA-256 digest of the service's data. Equal digests mean the same contract. Null if it was never read. */
  readonly digest: string | null
  /** When the service last responded to a check, in milliseconds since 1970. Null if it hasn't since Kiln started. */
  readonly readAt: number | null
}

export type Diagnostics = {
  readonly versions: { readonly [name in 'Kiln' | 'Electron' | 'Chromium' | 'Node' | 'SQLite']: string | null }
  readonly contract: ContractFacts
  /** Number of crash reports. */
  readonly crashDumps: number
  /** Bytes on disk. */
  readonly sizes: Readonly<Record<StoredPart, number>>
  /** Newest first. */
  readonly requests: readonly RequestEntry[]
}

/** Result of an integrity check of all stored data. */
export type IntegrityReport = {
  /** Faults as reported by SQLite. Empty if the database is intact. */
  readonly databases: readonly { readonly name: 'journal' | 'desk' | 'library'; readonly faults: readonly string[] }[]
  /**
   * Results whose digests were compared. `total`: number of results. `looked`: number of compared results. `changed`, `missing`: file
   * names.
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
