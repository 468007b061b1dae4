import type { Workload } from './workload.ts'

/** Options of a child process. */
export type ChaosRunOptions = {
  readonly dataDir: string
  readonly baseUrl: string
  readonly apiKey: string
  readonly workload: Workload
  /** Error code that creating a hard link fails with. Null if the file system supports hard links. */
  readonly noLinks: 'EPERM' | 'EISDIR' | null
  /** Share of the jobs that may be submitted by now, from 0 to 1. */
  readonly upTo: number
  readonly seed: number
  /** In 'storm', the machine has faults and the child runs until it is killed. In 'calm', the child settles all tasks and reports them. */
  readonly conditions: 'storm' | 'calm'
  /** The child kills itself when it reaches `step` for the `count`th time. Null if it doesn't kill itself. */
  readonly crash: { readonly step: string; readonly count: number } | null
  readonly reportTo: string
  /** In 'calm', the child reports after this many milliseconds without a change. Null to wait until all tasks are settled. */
  readonly quietLimitInMs: number | null
}

/** Factor for the client's waits. At 0.01, a minute takes 0.6 s. */
export const clientTimeScale = 0.01

/** Maximum lifetime of a child in milliseconds. Ends children whose parent has died. Longer than every limit in `run-child.ts`. */
export const maxChildLifetimeInMs = 1_000_000
