import type { RequestEntry } from './request-log.ts'

/** What Kiln keeps on this computer besides the results. */
export const storedParts = ['journal', 'desk', 'library', 'thumbnails', 'previews', 'logs', 'crashDumps', 'practice'] as const
export type StoredPart = (typeof storedParts)[number]

export type Diagnostics = {
  readonly versions: { readonly [name in 'Kiln' | 'Electron' | 'Chromium' | 'Node' | 'SQLite']: string | null }
  /** When the contract of the active account was last read, in milliseconds since 1970; null: not yet. */
  readonly contractReadAt: number | null
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
