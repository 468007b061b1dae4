/** A task that the service lists and that no journal entry of ours stands for: made on the website, or on another machine. */
export type Stranger = {
  readonly taskId: string
  readonly capability: string | null
  readonly status: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number | null
  /** It could be one of ours that Kiln still asks about with its key. It can't be imported before that is settled. */
  readonly isAwaited: boolean
  /** Tasks of ours without a task id that it could be. Only the person can tell. */
  readonly candidates: readonly Candidate[]
}

/** A task that may be the one in the service's list. `sentAt`: milliseconds since 1970. */
export type Candidate = { readonly id: string; readonly title: string; readonly sentAt: number }

/** A finished task of which files are not on this computer any more. */
export type LostFiles = { readonly id: string; readonly title: string; readonly files: number }

/** Journal, recent tasks and files held against each other (behaviour section 3, Recover). */
export type Reconciliation = {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Tasks that the journal holds, of this connection. */
  readonly tasks: number
  /** Why the recent tasks could not be read, in plain words; null: they were. */
  readonly unread: string | null
  /** Our tasks without an answer that the recent tasks named. */
  readonly found: readonly string[]
  /** Our tasks of which it is still not known whether the service has them. */
  readonly unknown: readonly string[]
  readonly strangers: readonly Stranger[]
  readonly lost: readonly LostFiles[]
  /** All of that in plain words, what matters most first. */
  readonly sentences: readonly string[]
}
