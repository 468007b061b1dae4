/** That a service's contract is another than the one known before, in words. */
export type ContractChange = {
  readonly id: number
  /** When it was found, in milliseconds since 1970. */
  readonly at: number
  /** Full sentences, most important first; at least one. */
  readonly sentences: readonly string[]
  /** Whether a person was told of it. */
  readonly isSeen: boolean
}

/** What is known of the changes of the contract in use. */
export type ContractNews = {
  /** When the service was last asked and answered, in milliseconds since 1970; null: not since Kiln was opened. */
  readonly lookedAt: number | null
  /** Newest first. */
  readonly changes: readonly ContractChange[]
}
