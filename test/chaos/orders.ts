import type { Wishes } from './wishes.ts'

/** What a child is told. */
export type Orders = {
  readonly dataDir: string
  readonly baseUrl: string
  readonly apiKey: string
  readonly wishes: Wishes
  /** What its file system says when a file is to have a second name; null: it can have one. */
  readonly noLinks: 'EPERM' | 'EISDIR' | null
  /** How much of the wishes may be asked for by now, from 0 to 1. */
  readonly upTo: number
  readonly seed: number
  /** In a storm the child goes on until it is killed, and its own machine plays tricks on it; else it settles everything and reports. */
  readonly weather: 'storm' | 'calm'
  /** End at the nth time this step is reached; null: by the parent's hand. */
  readonly crash: { readonly step: string; readonly count: number } | null
  readonly reportTo: string
  /** In calm: report what is settled and what is not when nothing has changed for so long; null: only when all is settled. */
  readonly quietLimitInMs: number | null
}

/** What the client's waits are multiplied by: a minute takes 0.6 s. */
export const clientTimeScale = 0.01

/** A child that runs longer than this has lost its parent. */
export const longestLifeInMs = 300_000
