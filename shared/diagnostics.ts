import type { RequestEntry } from './request-log.ts'

/** What Kiln keeps on this computer besides the results. */
export const storedParts = ['journal', 'desk', 'library', 'thumbnails', 'previews', 'logs', 'crashDumps', 'practice'] as const
export type StoredPart = (typeof storedParts)[number]

/** The contract of the active account, as it is in force. */
export type ContractFacts = {
  /** As its documents say (`info.version`); null: they don't. */
  readonly version: string | null
  /** The beginning of the digest (SHA-256) of what the service said: two that are alike are the same contract. Null: it was never read. */
  readonly digest: string | null
  /** When the service was last asked and answered, in milliseconds since 1970; null: not since Kiln was opened. */
  readonly readAt: number | null
}

export type Diagnostics = {
  readonly versions: { readonly [name in 'Kiln' | 'Electron' | 'Chromium' | 'Node' | 'SQLite']: string | null }
  readonly contract: ContractFacts
  /** How many reports of crashes there are. */
  readonly crashDumps: number
  /** Bytes on disk. */
  readonly sizes: Readonly<Record<StoredPart, number>>
  /** Newest first. */
  readonly requests: readonly RequestEntry[]
}

/** What a look at all that is stored has found. */
export type IntegrityReport = {
  /** Faults in SQLite's words; empty: whole. */
  readonly databases: readonly { readonly name: 'journal' | 'desk' | 'library'; readonly faults: readonly string[] }[]
  /** Results whose digest was compared. `changed`, `missing`: names of files. */
  readonly results: {
    readonly total: number
    readonly looked: number
    readonly changed: readonly string[]
    readonly missing: readonly string[]
  }
  /** A person has stopped it. */
  readonly isStopped: boolean
}
