import type { ChangeEvents } from '../change-events.ts'
import type { TrashCan } from '../trash-can.ts'

export type TrashEmptierDependencies = { readonly trashCan: TrashCan; readonly events: ChangeEvents }

/** Moves deleted files to the system's trash. */
export class TrashEmptier {
  readonly #dependencies: TrashEmptierDependencies
  #rejectedCount = 0

  constructor(dependencies: TrashEmptierDependencies) {
    this.#dependencies = dependencies
  }

  /** Number of deleted files that the system's trash has rejected since startup. The next start retries all of them. */
  get rejectedCount(): number {
    return this.#rejectedCount
  }

  async empty(token: string): Promise<void> {
    const left = await this.#dependencies.trashCan.empty(token)
    if (left === 0) return
    this.#rejectedCount += left
    this.#dependencies.events.report({})
  }
}
