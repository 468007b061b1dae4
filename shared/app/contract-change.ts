import type { ContractDifference } from './contract-difference.ts'

/** A change in a service's contract. */
export type ContractChange = {
  readonly id: number
  /** When the change was found, in milliseconds since 1970. */
  readonly at: number
  /** At least one, most important first. */
  readonly differences: readonly ContractDifference[]
  /** True if the user has seen the change. */
  readonly isSeen: boolean
}

/** Known changes of the contract in use. */
export type ContractChangeLog = {
  /** When the service last responded to a check, in milliseconds since 1970. Null if it hasn't responded since Kiln started. */
  readonly checkedAt: number | null
  /** Newest first. */
  readonly changes: readonly ContractChange[]
}
