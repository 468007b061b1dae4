import { findingGuards } from './finding-guards.ts'

/** A guard that protects credits or results: the code of it, that code without it, and the tests that have to notice. */
export type Guard = {
  readonly name: string
  readonly file: string
  /** Stands in the file once. */
  readonly code: string
  readonly broken: string
  readonly tests: readonly string[]
}

/** What `npm run test:mutate` breaks, one at a time. `test/house/guards.test.ts` says when the code has moved on. */
export const guards: readonly Guard[] = [
  {
    name: 'a retry keeps its key and its body',
    file: 'electron/core/task-machine.ts',
    code: `const sending: TaskRecord = { ...record, state: { phase: 'submitting', isSent: false, notBefore: context.now, tries } }`,
    broken: `const sending: TaskRecord = { ...record, idempotencyKey: context.nextKey, body: null, state: { phase: 'submitting', isSent: false, notBefore: context.now, tries } }`,
    tests: ['test/core/task-machine.property.test.ts', 'test/stories/faults.test.ts']
  },
  {
    name: 'what can’t be written down is not sent',
    file: 'electron/engine/create-engine.ts',
    code: `if (event.kind === 'sending') writeSending(record, story)`,
    broken: `if (event.kind === 'sending') writeOrRemember(record, story)`,
    tests: ['test/stories/storage.test.ts']
  },
  {
    name: 'what was on the wire when Kiln died is in doubt',
    file: 'electron/core/task-machine.ts',
    code: `    return move(
      { ...record, inDoubt: true },`,
    broken: `    if (mayResend) return move({ ...record, idempotencyKey: context.nextKey, body: null }, { phase: 'queued', notBefore: context.now, tries: 0 })
    return move(
      { ...record, inDoubt: true },`,
    tests: ['test/core/task-machine.property.test.ts', 'test/stories/faults.test.ts', 'test/stories/interruptions.test.ts']
  },
  {
    name: 'a choice of faces is sent once',
    file: 'electron/core/task-machine.ts',
    code: `if (record.state.phase !== 'needs_input') return stay(record)`,
    broken: `if (record.state.phase !== 'needs_input' && record.state.phase !== 'selecting') return stay(record)`,
    tests: ['test/core/choice-of-faces.test.ts', 'test/stories/faces.test.ts']
  },
  {
    name: 'a tool call that has an effect is not repeated in a new session',
    file: 'electron/api/mcp/open-connection.ts',
    code: `if (!mayTryAgain || !call.mayRepeat) return`,
    broken: `if (!mayTryAgain) return`,
    tests: ['test/api/mcp/call-once.test.ts']
  },
  {
    name: 'an unknown outcome that forbids sending again is not sent again',
    file: 'electron/core/task-machine.ts',
    code: `if (state.mayResend) return sendOnceMore(record, state.looks, context)`,
    broken: `if (state.phase === 'unconfirmed') return sendOnceMore(record, state.looks, context)`,
    tests: ['test/core/task-machine.test.ts', 'test/stories/errors/unknown-outcomes.test.ts']
  },
  {
    name: 'a key is not sent again when the service may have forgotten it',
    file: 'electron/core/poll-schedule.ts',
    code: `return passedInMs >= -trimmedClockInMs && passedInMs <= resendWindowInMs`,
    broken: `return passedInMs >= -trimmedClockInMs || passedInMs <= resendWindowInMs`,
    tests: ['test/core/task-machine.test.ts']
  },
  {
    name: 'a task that is not found is asked for on, and is no failure at once',
    file: 'electron/core/task-machine.ts',
    code: `if (isBeyondDoubtLimit(doubtedSince, faultsInARow, context))`,
    broken: `if (doubtedSince <= context.now)`,
    tests: ['test/core/error-policy.test.ts']
  },
  {
    name: 'a refund is told by evidence alone',
    file: 'electron/core/task-machine.ts',
    code: `if ((after.consumed ?? 0) > 0) return { ...after, state: 'refund-expected' }`,
    broken: `if ((after.consumed ?? 0) > 0) return { ...after, state: 'refunded' }`,
    tests: ['test/core/credits-of-a-failure.test.ts', 'test/stories/refund.test.ts']
  },
  {
    name: 'the limit of the day is judged again when a task is sent',
    file: 'electron/engine/create-engine.ts',
    code: `if (asks(before, ports.limitQuestion(before))) return`,
    broken: `if (before.inputs.length > 9_999 && asks(before, ports.limitQuestion(before))) return`,
    tests: ['test/stories/outbox.test.ts']
  },
  {
    name: 'a price that has gone up is asked about',
    file: 'electron/engine/create-engine.ts',
    code: `if (asks(start, await ports.priceQuestion(start))) return null`,
    broken: `if (start.inputs.length > 9_999 && asks(start, await ports.priceQuestion(start))) return null`,
    tests: ['test/stories/outbox.test.ts']
  },
  {
    name: 'a hidden task is followed to its end',
    file: 'electron/engine/create-engine.ts',
    code: `const steps = nextSteps(record)
    for (const lane of`,
    broken: `const steps = record.hidden ? [] : nextSteps(record)
    for (const lane of`,
    tests: ['test/stories/main-job.test.ts']
  },
  {
    name: 'a task made elsewhere is taken in once',
    file: 'electron/engine/create-reconciler.ts',
    code: `if (known !== undefined) return viewOf(known, engine.progressOf(known.id))`,
    broken: `if (known?.hidden === true) return viewOf(known, engine.progressOf(known.id))`,
    tests: ['test/stories/reconcile.test.ts']
  },
  {
    name: 'a download that broke off is not whole',
    file: 'electron/library/download-part.ts',
    code: `if (plan.totalBytes !== null && plan.totalBytes !== receivedUpTo) return lost('length-differs', head)`,
    broken: `if (plan.totalBytes === 0 && plan.totalBytes !== receivedUpTo) return lost('length-differs', head)`,
    tests: ['test/library/keep-result.test.ts']
  },
  {
    name: 'two downloads never write into one part file',
    file: 'electron/library/part-locks.ts',
    code: `if (inUse.has(key)) return null`,
    broken: `if (inUse.has(paths.part)) return null`,
    tests: ['test/library/keep-result.folded-names.test.ts']
  },
  {
    name: 'a file under a claimed name is a result by its digest',
    file: 'electron/library/earlier-result.ts',
    code: `return kept?.sha256 === claim.sha256 ? {`,
    broken: `return kept !== null ? {`,
    tests: ['test/library/keep-result.test.ts']
  },
  {
    name: 'a result never takes the place of another file',
    file: 'electron/library/publish-file.ts',
    code: `await link(finished.file, target)`,
    broken: `await rename(finished.file, target)`,
    tests: ['test/library/keep-result.test.ts']
  },
  {
    name: 'no key is shown to a sign-in page with every question',
    file: 'electron/engine/create-engine.ts',
    code: `if (gate.obstacle !== null) return 'parked'`,
    broken: `if (gate.obstacle !== null && lane !== 'poll') return 'parked'`,
    tests: ['test/stories/network.test.ts']
  },
  ...findingGuards,
  {
    name: 'N11: of the addresses that replace refused ones, the newest goes first',
    file: 'electron/engine/create-engine.ts',
    code: `refusedAddresses.has(itemId) && isDueNow ? -at : at`,
    broken: `at`,
    tests: ['test/rogue/findings/n11-short-lived-addresses.test.ts']
  }
]
