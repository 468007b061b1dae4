import { electronGuards } from './electron-guards.ts'
import { findingGuards } from './finding-guards.ts'

/** Code that protects credits or results. `broken`: the code that replaces it. `tests`: the tests, at least one of which must then fail. */
export type MutationGuard = {
  readonly name: string
  readonly file: string
  /** Must occur exactly once in the file. */
  readonly code: string
  readonly broken: string
  readonly tests: readonly string[]
}

/** Guards that `npm run test:mutate` breaks, one at a time. `test/repo-checks/guards.test.ts` fails if a guard's code has changed. */
export const mutationGuards: readonly MutationGuard[] = [
  {
    name: 'a retry keeps its idempotency key and its body',
    file: 'electron/tasks/machine/recent-tasks.ts',
    code: `const sending: TaskRecord = { ...record, state: { phase: 'submitting', isSent: false, notBefore: context.now, tries } }`,
    broken: `const sending: TaskRecord = { ...record, idempotencyKey: context.nextKey, body: null, state: { phase: 'submitting', isSent: false, notBefore: context.now, tries } }`,
    tests: ['test/electron/tasks/machine/task-machine.property.test.ts', 'test/integration/faults.test.ts']
  },
  {
    name: 'a task that can’t be saved isn’t sent',
    file: 'electron/tasks/engine/task-dispatcher.ts',
    code: `if (event.kind === 'sending') journal.writeSending(record, historyEvent)`,
    broken: `if (event.kind === 'sending') journal.writeOrRemember(record, historyEvent)`,
    tests: ['test/integration/storage.test.ts']
  },
  {
    name: 'a task that was being sent when Kiln was killed is unconfirmed',
    file: 'electron/tasks/machine/restarting.ts',
    code: `    return transitionTo(
      { ...record, inDoubt: true },`,
    broken: `    if (mayResend) return transitionTo({ ...record, idempotencyKey: context.nextKey, body: null }, { phase: 'queued', notBefore: context.now, tries: 0 })
    return transitionTo(
      { ...record, inDoubt: true },`,
    tests: [
      'test/electron/tasks/machine/task-machine.property.test.ts',
      'test/integration/faults.test.ts',
      'test/integration/interruptions.test.ts'
    ]
  },
  {
    name: 'a face selection is sent once',
    file: 'electron/tasks/machine/face-selection.ts',
    code: `if (record.state.phase !== 'needs_input') return unchangedDecision(record)`,
    broken: `if (record.state.phase !== 'needs_input' && record.state.phase !== 'selecting') return unchangedDecision(record)`,
    tests: ['test/electron/tasks/machine/face-selection.test.ts', 'test/integration/faces.test.ts']
  },
  {
    name: 'a tool call with an effect isn’t repeated in a new session',
    file: 'electron/service/mcp/open-mcp-connection.ts',
    code: `if (!mayTryAgain || !call.mayRepeat) return`,
    broken: `if (!mayTryAgain) return`,
    tests: ['test/electron/service/mcp/call-once.test.ts']
  },
  {
    name: 'an unknown outcome that forbids resending isn’t resent',
    file: 'electron/tasks/machine/recent-tasks.ts',
    code: `if (state.mayResend) return resend(record, state.looks, context)`,
    broken: `if (state.phase === 'unconfirmed') return resend(record, state.looks, context)`,
    tests: ['test/electron/tasks/machine/task-machine.test.ts', 'test/integration/errors/unknown-outcomes.test.ts']
  },
  {
    name: 'an idempotency key isn’t sent again if the service may have forgotten it',
    file: 'electron/tasks/machine/poll-schedule.ts',
    code: `return passedInMs >= -trimmedClockInMs && passedInMs <= resendWindowInMs`,
    broken: `return passedInMs >= -trimmedClockInMs || passedInMs <= resendWindowInMs`,
    tests: ['test/electron/tasks/machine/task-machine.test.ts']
  },
  {
    name: 'a task that isn’t found is queried again and doesn’t fail immediately',
    file: 'electron/tasks/machine/polling.ts',
    code: `if (isPastUnconfirmedTimeout(unconfirmedSince, faultsInARow, context))`,
    broken: `if (unconfirmedSince <= context.now)`,
    tests: ['test/electron/tasks/machine/error-policy.test.ts']
  },
  {
    name: 'a refund is reported only with evidence',
    file: 'electron/tasks/machine/task-credits.ts',
    code: `if ((after.consumed ?? 0) > 0) return { ...after, state: 'refund-expected' }`,
    broken: `if ((after.consumed ?? 0) > 0) return { ...after, state: 'refunded' }`,
    tests: ['test/electron/tasks/machine/failure-credits.test.ts', 'test/integration/refund.test.ts']
  },
  {
    name: 'the daily limit is checked again when a task is sent',
    file: 'electron/tasks/engine/send-task.ts',
    code: `if (asks(before, ports.limitConfirmation(before), dependencies)) return`,
    broken: `if (before.inputs.length > 9_999 && asks(before, ports.limitConfirmation(before), dependencies)) return`,
    tests: ['test/integration/outbox.test.ts']
  },
  {
    name: 'a higher price needs confirmation',
    file: 'electron/tasks/engine/send-task.ts',
    code: `if (asks(start, await ports.priceConfirmation(start), dependencies)) return null`,
    broken: `if (start.inputs.length > 9_999 && asks(start, await ports.priceConfirmation(start), dependencies)) return null`,
    tests: ['test/integration/outbox.test.ts']
  },
  {
    name: 'a hidden task is queried until its refund is settled',
    file: 'electron/tasks/engine/task-lanes.ts',
    code: `const steps = nextSteps(record)
    for (const lane of`,
    broken: `const steps = record.hidden ? [] : nextSteps(record)
    for (const lane of`,
    tests: ['test/integration/refund.test.ts']
  },
  {
    name: 'a task created elsewhere is imported once',
    file: 'electron/tasks/engine/create-reconciler.ts',
    code: `if (known !== undefined) return taskViewOf(known, engine.progressOf(known.id))`,
    broken: `if (known?.hidden === true) return taskViewOf(known, engine.progressOf(known.id))`,
    tests: ['test/integration/reconcile.test.ts']
  },
  {
    name: 'an interrupted download isn’t complete',
    file: 'electron/library/downloads/download-part.ts',
    code: `if (plan.totalBytes !== null && plan.totalBytes !== receivedUpTo) return lost('length-differs', head)`,
    broken: `if (plan.totalBytes === 0 && plan.totalBytes !== receivedUpTo) return lost('length-differs', head)`,
    tests: ['test/electron/library/downloads/save-result.test.ts']
  },
  {
    name: 'two downloads never write into one part file',
    file: 'electron/library/downloads/part-locks.ts',
    code: `if (inUse.has(key)) return null`,
    broken: `if (inUse.has(paths.part)) return null`,
    tests: ['test/electron/library/downloads/save-result.folded-names.test.ts']
  },
  {
    name: 'a file under a claimed name is a result only if its digest matches',
    file: 'electron/library/downloads/find-saved-result.ts',
    code: `return savedFile?.sha256 === claim.sha256 ? {`,
    broken: `return savedFile !== null ? {`,
    tests: ['test/electron/library/downloads/save-result.test.ts']
  },
  {
    name: 'a result never replaces another file',
    file: 'electron/library/downloads/publish-file.ts',
    code: `await link(finished.file, target)`,
    broken: `await rename(finished.file, target)`,
    tests: ['test/electron/library/downloads/save-result.test.ts']
  },
  {
    name: 'queries don’t show the API key to a sign-in page',
    file: 'electron/tasks/engine/step-permission.ts',
    code: `if (connectionGate.networkBlock !== null) return 'parked'`,
    broken: `if (connectionGate.networkBlock !== null && lane !== 'poll') return 'parked'`,
    tests: ['test/integration/network.test.ts']
  },
  ...findingGuards,
  ...electronGuards,
  {
    name: 'N11: the newest of the URLs that replace rejected ones is used first',
    file: 'electron/tasks/engine/task-lanes.ts',
    code: `refusedAddresses.has(itemId) && isDueNow ? -at : at`,
    broken: `at`,
    tests: ['test/rogue/findings/n11-short-lived-addresses.test.ts']
  },
  {
    name: 'N12: the next outputs of an undone finish use the same places',
    file: 'electron/tasks/machine/polling.ts',
    code: `told = { ...told, formerStems: state.outputs.map(({ stem }) => stem) }`,
    broken: `told = { ...told, formerStems: undefined }`,
    tests: ['test/integration/faults.test.ts']
  },
  {
    name: 'undoing a deletion restores data that is missing in the sidecar',
    file: 'electron/library/items/restore-user-metadata.ts',
    code: `return isDeepStrictEqual(restored, item) ? [] : [restored]`,
    broken: `return []`,
    tests: ['test/electron/library/create-library.test.ts']
  },
  {
    name: 'a rebuild keeps data that isn’t in the sidecars yet',
    file: 'electron/library/index/item-writer.ts',
    code: `      salvaged.addUnwritten()
`,
    broken: `      void salvaged
`,
    tests: ['test/electron/library/create-library.test.ts']
  }
]
