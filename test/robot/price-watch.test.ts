import { describe, expect, test } from 'vitest'
import type { Action } from './actions.ts'
import type { Snapshot } from './invariants.ts'
import { createPriceWatch } from './price-watch.ts'

const click: Action = { kind: 'click', description: 'click' }
const offer = { words: 'Remove background2 credits', credits: 2, count: null }

/** Returns a snapshot without enabled buttons, with these finished tasks. */
function snapshotWith(...ids: readonly string[]): Snapshot {
  const tasks = ids.map((id) => ({ id, title: id, idempotencyKey: `key of ${id}`, phase: 'done' }))
  return { ui: { armed: [], pressedArmed: [] }, main: { tasks } } as unknown as Snapshot
}

function watchWithCharge(credits: number) {
  const ledger = [{ kind: 'charge', idempotencyKey: 'key of first', credits }]
  return createPriceWatch({ ledger: () => ledger } as unknown as Parameters<typeof createPriceWatch>[0])
}

describe('price watch', () => {
  test('accepts the task of a pressed action several actions later', () => {
    const watch = watchWithCharge(2)
    watch.press([offer])
    for (let count = 0; count < 6; count += 1) watch.observe(snapshotWith(), snapshotWith(), click)
    watch.observe(snapshotWith(), snapshotWith('first'), click)
    expect(() => watch.check(snapshotWith('first'))).not.toThrow()
  })

  test('reports a task that nothing offered', () => {
    expect(() => watchWithCharge(2).observe(snapshotWith(), snapshotWith('first'), click)).toThrow('only enabled buttons create tasks')
  })

  test('reports a second task of one press', () => {
    const watch = watchWithCharge(2)
    watch.press([offer, offer])
    watch.observe(snapshotWith(), snapshotWith('first'), click)
    const both = snapshotWith('first', 'second')
    expect(() => watch.observe(snapshotWith('first'), both, click)).toThrow('only enabled buttons create tasks')
  })

  test('reports a charge that differs from the price of the pressed action', () => {
    const watch = watchWithCharge(3)
    watch.press([offer])
    watch.observe(snapshotWith(), snapshotWith('first'), click)
    expect(() => watch.check(snapshotWith('first'))).toThrow('the price on the button is charged')
  })
})
