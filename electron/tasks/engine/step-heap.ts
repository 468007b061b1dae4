/** A step of a lane. `at`: when it is due, in milliseconds since 1970. `turn`: increases with each planned step. */
export type PlannedStep = { readonly at: number; readonly turn: number; readonly id: string; readonly rank: number; readonly group: string }

/** A binary heap of steps. The step that has been due longest comes first. */
export class StepHeap {
  readonly #steps: PlannedStep[] = []

  get first(): PlannedStep | undefined {
    return this.#steps[0]
  }

  push(planned: PlannedStep): void {
    this.#steps.push(planned)
    let index = this.#steps.length - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (isStepBefore(this.#at(parent), planned)) break
      this.#steps[index] = this.#at(parent)
      index = parent
    }
    this.#steps[index] = planned
  }

  /** Removes the first step. */
  pop(): void {
    const last = this.#steps.pop()
    if (last === undefined || this.#steps.length === 0) return
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= this.#steps.length) break
      if (child + 1 < this.#steps.length && isStepBefore(this.#at(child + 1), this.#at(child))) child += 1
      if (!isStepBefore(this.#at(child), last)) break
      this.#steps[index] = this.#at(child)
      index = child
    }
    this.#steps[index] = last
  }

  #at(index: number): PlannedStep {
    return this.#steps[index] as PlannedStep
  }
}

export function isStepBefore(one: PlannedStep, other: PlannedStep): boolean {
  return one.at < other.at || (one.at === other.at && one.turn < other.turn)
}
