import { randomUUID } from 'node:crypto'
import type { SourcedEstimate } from '../../shared/form/pricing.ts'
import type { GivenSource } from '../../shared/form/task-source.ts'
import { SubmissionError } from '../../shared/form/submission-problem.ts'
import type { Values } from '../../shared/form/values.ts'
import type { SpendingConsent } from '../../shared/task/spending.ts'
import type { Task } from '../../shared/task/task.ts'
import { promptOf } from '../forms/prompt-of.ts'
import { requireSpendingConsent } from '../tasks/engine/spending-limits.ts'
import { newTask } from '../tasks/machine/new-task.ts'
import { checkSubmission, offeredCapability, requireConfirmedAccount, requireNotClosing } from './check-submission.ts'
import { activeConnection } from './connection-pool.ts'
import { estimatePrice, knownPrice } from './estimate-price.ts'
import { taskForUser } from './find-task.ts'
import type { StudioParts } from './studio-parts.ts'
import { writeSubmission } from './write-submission.ts'

type SubmitDependencies = Pick<
  StudioParts,
  'clock' | 'connections' | 'engine' | 'estimator' | 'inspectInputs' | 'options' | 'pauses' | 'state'
>
type SubmissionDependencies = SubmitDependencies & Pick<StudioParts, 'workspace'>

/** Operations that price and send single tasks. */
export type SubmissionOperations = {
  /** Remembers the values and the prompt of a submission. Never throws. */
  readonly rememberSent: (submission: { readonly capability: string; readonly values: Values }) => void
  /**
   * Returns the price by the contract's rules, otherwise the service's estimate, otherwise unknown. Never rejects. Doesn't cost credits or
   * open files.
   */
  readonly estimate: (submission: { readonly capability: string; readonly values: Values }) => Promise<SourcedEstimate>
  /**
   * Saves a task and starts it. Resolves once the task is durably in the journal. Rejects with `SubmissionError` if the values can't be
   * sent. Rejects with `SpendingConfirmationError` if the user's own limits require confirmation. Nothing was sent in either case.
   */
  readonly submit: (submission: {
    readonly capability: string
    readonly values: Values
    /** The task's source results. Library items among the task's media are added. */
    readonly from?: readonly GivenSource[] | undefined
    /** Spending questions that the user has already confirmed. */
    readonly consent?: readonly SpendingConsent[]
  }) => Promise<Task>
}

export function submissionOperations(parts: SubmissionDependencies): SubmissionOperations {
  return {
    rememberSent: (submission) => rememberSent(parts, submission),
    estimate: (submission) => estimatePrice(parts, submission),
    submit: (submission) => submitTask(parts, submission)
  }
}

function rememberSent(
  { connections, workspace }: SubmissionDependencies,
  { capability: id, values }: Parameters<SubmissionOperations['rememberSent']>[0]
): void {
  const capability = activeConnection(connections)
    ?.discovery.current()
    .find((one) => one.id === id)
  const prompt = capability === undefined ? null : promptOf(capability, values)
  workspace.rememberSent(id, { values, modeId: null, keptSeeds: [], left: [] }, prompt)
}

/** Checks a task for free, saves it in the journal and starts it. */
async function submitTask(parts: SubmitDependencies, submission: Parameters<SubmissionOperations['submit']>[0]): Promise<Task> {
  const { clock, connections, engine, inspectInputs } = parts
  const { connection, capability } = await offeredCapability(parts, submission.capability)
  requireConfirmedAccount(parts, connection.id)
  const checked = await checkSubmission(inspectInputs, (priced, values) => knownPrice(parts, priced, values), capability, submission.values)
  if (!checked.ok) throw new SubmissionError(checked.problems)
  const { title, inputs, from, price } = checked
  const { record, event } = newTask(
    {
      id: randomUUID(),
      connectionId: connection.id,
      capability: capability.id,
      title,
      values: submission.values,
      batch: null,
      inputs,
      from: [...from, ...(submission.from ?? [])],
      askedBy: 'person',
      idempotencyKey: randomUUID(),
      price
    },
    clock.now()
  )
  const order = {
    capability: record.capability,
    values: record.values,
    credits: record.credits.estimated,
    consent: submission.consent ?? []
  }
  await writeSubmission(parts, {
    mayWrite: () => {
      requireNotClosing(parts)
      requireSpendingConsent(parts, connections.activeId, order)
    },
    write: () => engine.add(record, event)
  })
  return taskForUser(parts, record)
}
