import type { MutationGuard } from './mutation-guards.ts'

/**
 * Guards for bugs that once lost credits or results. `broken` is the code with the original bug. `test/rogue/findings` describes each bug.
 */
export const findingGuards: readonly MutationGuard[] = [
  {
    name: 'H1: an unavailable output doesn’t block the task’s other outputs',
    file: 'electron/tasks/machine/next-step.ts',
    code: `return [...downloadsOf(state), ...queriesWhileCollecting(record, state)]`,
    broken: `return [...downloadsOf({ ...state, outputs: state.outputs.slice(0, state.outputs.findIndex(isOpenOutput) + 1) }), ...queriesWhileCollecting(record, state)]`,
    tests: ['test/electron/tasks/machine/collecting.test.ts', 'test/rogue/findings/h1-dead-output.test.ts']
  },
  {
    name: 'H2: a fresh URL belongs to the output with the same path, not the same position',
    file: 'electron/tasks/machine/refresh-result-urls.ts',
    code: `const url = inList(output.url, isAlone)`,
    broken: `const url = urls[outputs.indexOf(output)] ?? null`,
    tests: ['test/electron/tasks/machine/refresh-result-urls.test.ts', 'test/rogue/findings/h2-reordered-addresses.test.ts']
  },
  {
    name: 'H2: a URL that may be another output’s isn’t saved as a result before its bytes are compared',
    file: 'electron/library/downloads/save-result.ts',
    code: `if (order.siblings?.includes(download.sha256) === true) {`,
    broken: `if (order.siblings === null) {`,
    tests: ['test/rogue/findings/h2-reordered-addresses.test.ts', 'test/rogue/findings/n2-results-in-turns.test.ts']
  },
  {
    name: 'H3: names that differ only in case are the same name',
    file: 'electron/library/downloads/part-locks.ts',
    code: `const key = fileNameCollisionKey(paths.part)`,
    broken: `const key = paths.part`,
    tests: ['test/electron/library/downloads/save-result.folded-names.test.ts']
  },
  {
    name: 'H4: a URL that fails repeatedly is replaced, however it fails',
    file: 'electron/tasks/machine/collecting.ts',
    code: `|| (isOutside && tries % triesPerAddress === 0)`,
    broken: `|| (isOutside && tries < 0)`,
    tests: ['test/electron/tasks/machine/collecting.test.ts', 'test/rogue/findings/h4-dead-address.test.ts']
  },
  {
    name: 'H5: a file that looks incomplete is downloaded again',
    file: 'electron/library/downloads/save-result.ts',
    code: `if (isTorn && order.acceptsIncomplete !== true) {`,
    broken: `if (isTorn && order.siblings === null) {`,
    tests: ['test/electron/library/downloads/save-result.test.ts', 'test/rogue/findings/h5-wrong-bytes.test.ts']
  },
  {
    name: 'H5: two versions of a file are never combined',
    file: 'electron/library/downloads/response-range.ts',
    code: `if (!isOfSameLength || !isOfSameFile(fresh, start.note)) return 'misfit'`,
    broken: `if (!isOfSameLength) return 'misfit'`,
    tests: ['test/electron/library/downloads/download-part.test.ts', 'test/rogue/findings/h5-wrong-bytes.test.ts']
  },
  {
    name: 'H6: nothing is sent with a key that may be another account’s',
    file: 'electron/studio/open-connection.ts',
    code: `if (isAccountUncertain) engine.suspendAccount(id)`,
    broken: `if (isAccountUncertain && id === '') engine.suspendAccount(id)`,
    tests: ['test/rogue/findings/h6-two-accounts.test.ts']
  },
  {
    name: 'H6: a replaced key is detected',
    file: 'electron/accounts/known-keys.ts',
    code: `return known.length === hash.length && timingSafeEqual(known, hash) ? 'same' : 'other'`,
    broken: `return known.length === hash.length && timingSafeEqual(known, known) ? 'same' : 'other'`,
    tests: ['test/electron/accounts/known-keys.test.ts', 'test/rogue/findings/h6-two-accounts.test.ts']
  },
  {
    name: 'H7: a zero Retry-After doesn’t replace the backoff',
    file: 'electron/tasks/machine/decision.ts',
    code: `Math.max(fault.retryAfterInMs ?? 0, backoffDelayInMs)`,
    broken: `(fault.retryAfterInMs ?? backoffDelayInMs)`,
    tests: ['test/electron/tasks/machine/task-machine.test.ts', 'test/rogue/findings/h7-retry-after.test.ts']
  },
  {
    name: 'H7: a zero retryAfterMs doesn’t speed up queries',
    file: 'electron/tasks/machine/polling.ts',
    code: `Math.max(askedDelayInMs, minPollDelayInMs)`,
    broken: `Math.max(askedDelayInMs, 0)`,
    tests: ['test/electron/tasks/machine/task-machine.test.ts', 'test/rogue/findings/h7-retry-after.test.ts']
  },
  {
    name: 'H7: a Retry-After date is relative to the Date header of its own response',
    file: 'electron/service/response-headers.ts',
    code: `Math.max(0, date - sentAt)`,
    broken: `Math.max(0, date - now)`,
    tests: ['test/electron/service/response-headers.test.ts', 'test/rogue/findings/h7-retry-after.test.ts']
  },
  {
    name: 'H8: get_task_result gets the task ID under its schema’s name',
    file: 'electron/service/mcp/tool-call-arguments.ts',
    code: `const known = { ...task, idempotencyKey: null }`,
    broken: `if (task.taskId !== '') return { taskId: task.taskId }
  const known = { ...task, idempotencyKey: null }`,
    tests: ['test/integration/faces-by-other-schemas.test.ts', 'test/rogue/findings/h8-tool-arguments.test.ts']
  },
  {
    name: 'H9: select_faces isn’t among the repeatable tools',
    file: 'electron/service/mcp/open-tool-client.ts',
    code: `mayRepeat: readingTool.test(tool)`,
    broken: `mayRepeat: tool !== ''`,
    tests: ['test/electron/service/mcp/call-once.test.ts', 'test/rogue/findings/h9-faces-once.test.ts']
  },
  {
    name: 'H9: HTTP 404 with an error type is a response, not an expired session',
    file: 'electron/service/mcp/open-mcp-connection.ts',
    code: `(told.httpStatus === 404 && told.errorType === null)`,
    broken: `told.httpStatus === 404`,
    tests: ['test/electron/service/mcp/call-once.test.ts', 'test/rogue/findings/h9-faces-once.test.ts']
  },
  {
    name: 'H10: a reported failure is accepted while results are downloaded',
    file: 'electron/tasks/machine/polling.ts',
    code: `if (hasOutputs && meaning !== 'failure') {`,
    broken: `if (hasOutputs) {`,
    tests: ['test/electron/tasks/machine/collecting.test.ts', 'test/rogue/findings/h10-errors-while-collecting.test.ts']
  },
  {
    name: 'H10: an error that only support can resolve ends downloads that wait for a URL',
    file: 'electron/tasks/machine/collecting.ts',
    code: `return isOnlyWaiting ? toSupport(told, next, null, ...effects) : { record: { ...told, state: next }, effects, mustPersist }`,
    broken: `return { record: { ...told, state: next }, effects, mustPersist }`,
    tests: ['test/electron/tasks/machine/collecting.test.ts', 'test/rogue/findings/h10-errors-while-collecting.test.ts']
  },
  {
    name: 'H10: a task unknown to the service doesn’t wait for its URL forever',
    file: 'electron/tasks/machine/collecting.ts',
    code: `if (isOnlyWaiting && isTooLong) return giveUp(unconfirmedRecord, next, context, ...effects)`,
    broken: ``,
    tests: ['test/electron/tasks/machine/collecting.test.ts', 'test/rogue/findings/h10-errors-while-collecting.test.ts']
  },
  {
    name: 'H11: a restored task with files isn’t sent again without proof',
    file: 'electron/tasks/machine/restored-task.ts',
    code: `record.body !== null && record.inputs.length === 0 && isWithinResendWindow(record.createdAt, now)`,
    broken: `record.body !== null && isWithinResendWindow(record.createdAt, now)`,
    tests: ['test/electron/tasks/machine/restored-task.test.ts', 'test/rogue/findings/h11-restored-data.test.ts']
  },
  {
    name: 'H11: a later attempt’s key is recognised in the recent tasks',
    file: 'electron/tasks/engine/attempt-keys.ts',
    code: `for (let next = attempt; inputs.length > 0 && next < maxUploadAttempts; next += 1)`,
    broken: `for (let next = attempt; inputs.length > 9_999 && next < maxUploadAttempts; next += 1)`,
    tests: ['test/rogue/restore-matrix/backups.test.ts']
  },
  {
    name: 'H11: a missing journal prompts the user',
    file: 'electron/tasks/journal/missing-journal.ts',
    code: `return traces.includes(true)`,
    broken: `return traces.includes(true) && dataDir === ''`,
    tests: ['test/integration/restore.test.ts', 'test/rogue/restore-matrix/missing-journal.test.ts']
  },
  {
    name: 'H11: a copied data folder is detected',
    file: 'electron/tasks/journal/handle-copied-journal.ts',
    code: `(stored !== null && !isSameFile(stored, found))`,
    broken: `(stored !== null && path === '')`,
    tests: ['test/integration/restore.test.ts', 'test/rogue/restore-matrix/copied-folder.test.ts']
  },
  {
    name: 'H11: a backup’s tasks are marked as unconfirmed before it replaces the journal',
    file: 'electron/tasks/journal/replace-journal.ts',
    code: `isCopy: backup !== null })
    // SQLite`,
    broken: `afterCopy: () => null })
    // SQLite`,
    tests: ['test/electron/tasks/journal/restore-kill.test.ts', 'test/rogue/findings/h11-restored-data.test.ts']
  },
  {
    name: 'H11: a task from before the start is looked up before it is sent',
    file: 'electron/tasks/engine/send-task.ts',
    code: `if (start.createdAt < lifecycle.startedAt) await requestRecentTasksOnce(start.connectionId, dependencies)`,
    broken: ``,
    tests: ['test/rogue/findings/h11-restored-data.test.ts']
  },
  {
    name: 'M1: one account or host doesn’t take every slot',
    file: 'electron/tasks/engine/lane.ts',
    code: `this.#slots.ofGroup(group) < this.#groups.maxConcurrent`,
    broken: `this.#slots.inUse < this.#groups.maxConcurrent`,
    tests: ['test/electron/tasks/engine/lane.test.ts', 'test/rogue/findings/m1-starvation.test.ts']
  },
  {
    name: 'M1: a step that waits for a slow host releases its slot',
    file: 'electron/tasks/engine/lane.ts',
    code: `if (!hasSlot || this.#withoutSlot >= (this.#options.maxWithoutSlot ?? 0)) return`,
    broken: `if (hasSlot) return`,
    tests: ['test/electron/tasks/engine/lane.test.ts', 'test/rogue/findings/m1-starvation.test.ts']
  },
  {
    name: 'M1: a call ends at its deadline although bytes keep arriving',
    file: 'electron/service/http-client.ts',
    code: `setTimeout(() => stop('deadline-passed'), call.deadlineInMs)`,
    broken: `setTimeout(() => undefined, call.deadlineInMs)`,
    tests: ['test/electron/service/http-client.test.ts', 'test/rogue/findings/m1-starvation.test.ts']
  },
  {
    name: 'M2: missing credits don’t block an unconfirmed task forever',
    file: 'electron/tasks/engine/probe-connection.ts',
    code: `.find((record) => isHeldByAccount(record) || isReadyWhenUnconfirmed(record))`,
    broken: `.find(isHeldByAccount)`,
    tests: ['test/rogue/findings/m2-credits-while-unconfirmed.test.ts']
  },
  {
    name: 'M3: credits are unknown if the service says that it doesn’t know them',
    file: 'electron/tasks/machine/task-credits.ts',
    code: `return policyFor(fault).isAboutCredits === true ? {`,
    broken: `return fault.step === 'upload' ? {`,
    tests: [
      'test/electron/tasks/machine/task-machine.test.ts',
      'test/electron/tasks/machine/collecting.test.ts',
      'test/rogue/findings/m3-unknown-credits.test.ts'
    ]
  },
  {
    name: 'M4: HTTP 409 without an error type isn’t a rejection',
    file: 'electron/tasks/machine/error-policy.ts',
    code: `matches: hasStatus(409),`,
    broken: `matches: () => false,`,
    tests: ['test/electron/tasks/machine/error-policy.test.ts', 'test/rogue/findings/m4-bare-conflict.test.ts']
  },
  {
    name: 'M5: a task with fewer results than requested is queried again',
    file: 'electron/tasks/machine/output-count.ts',
    code: `listedOutputCount(state.outputs) < requestedOutputCount(record)`,
    broken: `listedOutputCount(state.outputs) < 1`,
    tests: ['test/electron/tasks/machine/collecting.test.ts', 'test/rogue/findings/m5-fewer-results.test.ts']
  },
  {
    name: 'M5: the number of results is known for a task found after a restore',
    file: 'electron/tasks/machine/output-count.ts',
    code: `body === null ? values :`,
    broken: `body === null ? { imageNum: '1' } :`,
    tests: ['test/electron/tasks/machine/collecting.test.ts', 'test/electron/tasks/machine/rogue-model.property.test.ts']
  },
  {
    name: 'M6: a listed task that may be Kiln’s isn’t offered as another one',
    file: 'electron/tasks/machine/reconcile.ts',
    code: `isAwaited: possible.some((record) => record.state.phase !== 'support' && !candidates.includes(record)),`,
    broken: `isAwaited: false,`,
    tests: ['test/electron/tasks/machine/reconcile.test.ts', 'test/rogue/findings/m6-untracked-tasks.test.ts']
  },
  {
    name: 'M7: another program that locks the journal doesn’t block the main thread',
    file: 'electron/database/open-database.ts',
    code: `const mainThreadWaitInMs = 20`,
    broken: `const mainThreadWaitInMs = 5_000`,
    tests: ['test/electron/tasks/journal/open-journal.test.ts', 'test/rogue/findings/m7-held-journal.test.ts']
  },
  {
    name: 'M7: a locked journal isn’t treated as a full disk',
    file: 'electron/tasks/journal/write-when-unlocked.ts',
    code: `const isBusy = isJournalBusyError(cause)`,
    broken: `const isBusy = cause === null`,
    tests: ['test/rogue/findings/m7-held-journal.test.ts']
  },
  {
    name: 'M8: an HTML page for one response doesn’t take the account offline',
    file: 'electron/tasks/machine/decision.ts',
    code: `return fault.step === 'recent' ? [] : [{ kind: 'out-of-reach' }]`,
    broken: `return [{ kind: 'offline', networkBlock: fault.networkBlock }]`,
    tests: ['test/electron/tasks/machine/task-machine.test.ts', 'test/rogue/findings/m8-page-for-one-task.test.ts']
  },
  {
    name: 'M9: a failure is read although its response is marked as an error',
    file: 'electron/service/read-responses.ts',
    code: `return told === 'failed' || (told === 'error' && isOfTask)`,
    broken: `return told === 'error' && isOfTask && status === 0`,
    tests: ['test/electron/service/read-responses.test.ts', 'test/rogue/findings/m9-failure-as-error.test.ts']
  },
  {
    name: 'N13: confirming new prices doesn’t resend tasks that may have been sent already',
    file: 'electron/tasks/machine/held-task.ts',
    code: `if (state.phase !== 'held' || state.question?.kind !== 'price') return unchangedDecision(record)`,
    broken: `if (asksAboutCopy(record)) return resumeUnsentTask(record, context)
  if (state.phase !== 'held' || state.question?.kind !== 'price') return unchangedDecision(record)`,
    tests: ['test/rogue/restore-matrix/backups.test.ts']
  },
  {
    name: 'N14: a cancelled task that may have been sent still gets its result',
    file: 'electron/tasks/machine/task-predicates.ts',
    code: `    isUnsent(record) ||
    isCancelledUnconfirmed(record)`,
    broken: `    isUnsent(record)`,
    tests: ['test/rogue/restore-matrix/backups.test.ts']
  }
]
