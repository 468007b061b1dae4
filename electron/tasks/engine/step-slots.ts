/** Counts the slots in use, by rank and by group. */
export class StepSlots {
  readonly #ofRanks: number[]
  readonly #ofGroups = new Map<string, number>()
  #inUse = 0

  constructor(ranks: number) {
    this.#ofRanks = Array.from({ length: ranks }, () => 0)
  }

  /** Number of slots in use, in all ranks and groups together. */
  get inUse(): number {
    return this.#inUse
  }

  /** Number of slots in use, by rank. */
  get ofRanks(): readonly number[] {
    return this.#ofRanks
  }

  ofGroup(group: string): number {
    return this.#ofGroups.get(group) ?? 0
  }

  add(rank: number, group: string, change: 1 | -1): void {
    this.#inUse += change
    this.#ofRanks[rank] = (this.#ofRanks[rank] ?? 0) + change
    const ofGroup = this.ofGroup(group) + change
    if (ofGroup === 0) this.#ofGroups.delete(group)
    else this.#ofGroups.set(group, ofGroup)
  }
}
