import type { Capability } from '../../shared/form/capability.ts'
import { checkValues, modeOf, taskTitle, valuesInMode } from '../../shared/form/fields.ts'
import type { EstimatedPrice } from '../../shared/form/pricing.ts'
import { SubmissionError, UserFacingError } from '../../shared/form/submission-problem.ts'
import type { Values } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import type { RowChecker } from '../forms/batch/check-rows.ts'
import type { InputInspector } from '../uploads/input-inspector.ts'
import { activeConnection, type OpenConnection } from './connection-pool.ts'
import type { StudioParts } from './studio-parts.ts'

/**
 * Returns the active connection and its current version of the capability, once a contract is available. @throws UserFacingError if no
 * account is connected. SubmissionError if the service doesn't offer the capability.
 */
export async function offeredCapability(
  { connections, state }: Pick<StudioParts, 'connections' | 'state'>,
  capabilityId: string
): Promise<{ readonly connection: OpenConnection; readonly capability: Capability }> {
  const connection = activeConnection(connections)
  if (connection === null)
    throw new UserFacingError(say('No account is connected.'), {
      advice: say('Connect an account. You can also use the practice service.')
    })
  await state.firstReading
  const capability = connection.discovery.current().find((one) => one.id === capabilityId)
  if (capability === undefined) {
    throw new SubmissionError([{ code: 'capability-not-offered', params: { capabilityId }, field: null, index: null }])
  }
  return { connection, capability }
}

/** Runs all free checks before credits are charged. Used for single tasks and for each row of a batch. */
export async function checkSubmission(
  look: InputInspector,
  priceOf: (capability: Capability, values: Values) => EstimatedPrice | Promise<EstimatedPrice>,
  capability: Capability,
  values: Values
): ReturnType<RowChecker> {
  const looked = await look(valuesInMode(capability, values, modeOf(capability, values)))
  const problems = [...looked.problems, ...checkValues(capability, values, looked.factsOf)]
  if (problems.length > 0) return { ok: false, problems }
  const title = taskTitle(capability, values, (reference) => looked.factsOf(reference)?.name ?? null)
  return { ok: true, title, inputs: looked.inputs, from: looked.from, price: await priceOf(capability, values) }
}

/** @throws UserFacingError while it's unknown whether the API key belongs to the earlier tasks' account. */
export function requireConfirmedAccount({ engine }: Pick<StudioParts, 'engine'>, connectionId: string): void {
  if (engine.gate(connectionId).hold !== 'account-changed') return
  throw new UserFacingError(say('Kiln doesn’t know yet whether this API key belongs to the same account. Nothing was sent.'), {
    advice: say('Confirm the account first.')
  })
}

/** @throws UserFacingError while the studio is closing. */
export function requireNotClosing({ state }: Pick<StudioParts, 'state'>): void {
  if (state.closing !== null)
    throw new UserFacingError(say('Kiln is closing. Nothing was sent.'), { advice: say('Open Kiln again, then send.') })
}
