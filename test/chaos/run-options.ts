import type { Workload } from './workload.ts'

/** Options of a child process. */
export type ChaosRunOptions = {
  readonly dataDir: string
  readonly baseUrl: string
  readonly apiKey: string
  readonly workload: Workload
  /** The file system's error for hard links. Null if it supports them. */
  readonly noLinks: 'EPERM' | 'EISDIR' | null
  /** Share of the jobs that may be submitted by now, from 0 to 1. */
  readonly upTo: number
  readonly seed: number
  /** In 'storm' the child runs until it is killed, and its machine has faults. In 'calm' it settles all tasks and reports. */
  readonly conditions: 'storm' | 'calm'
  /** The child kills itself when it reaches this step for the nth time. Null if it doesn't kill itself. */
  readonly crash: { readonly step: string; readonly count: number } | null
  readonly reportTo: string
  /** In 'calm', the child reports after this many milliseconds without a change. Null to wait until all tasks are settled. */
  readonly quietLimitInMs: number | null
}

/** Factor for the client's waits. At 0.01, a minute takes 0.6 s. */
export const clientTimeScale = 0.01

/** Maximum lifetime of a child in milliseconds. If it runs longer, its parent is gone. */
export const longestLifeInMs = 300_000
