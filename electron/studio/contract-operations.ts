import type { ContractChangeLog } from '../../shared/app/contract-change.ts'
import type { ContractFacts } from '../../shared/app/diagnostics.ts'
import type { Capability } from '../../shared/form/capability.ts'
import { fieldNamed } from '../../shared/form/fields.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import { failureText } from '../../shared/phrases/failure-phrases.ts'
import type { Fault } from '../../shared/task/fault.ts'
import { downloadSmallFile, type SmallFile } from '../service/download-small-file.ts'
import { policyFor } from '../tasks/machine/error-policy.ts'
import { readFailure } from '../tasks/machine/failure-from-fault.ts'
import { activeConnection } from './connection-pool.ts'
import { activeContractChanges } from './contract-changes.ts'
import { refreshContract, type RefreshDependencies } from './refresh-contract.ts'
import type { StudioParts } from './studio-parts.ts'

type ContractDependencies = RefreshDependencies & Pick<StudioParts, 'http' | 'options' | 'workspace'>

/** The active account's capabilities and their changes. */
export type ContractOperations = {
  readonly capabilities: () => Promise<readonly Capability[]>
  /** Returns the changes in the active account's contract, and the time of the last check. */
  readonly contractChanges: () => ContractChangeLog
  /** Returns the version, digest and load time of the active account's contract. Each is null if no account is active. */
  readonly contract: () => ContractFacts
  /**
   * Reloads the contract. `now` reloads immediately, and rejects with `UserFacingError` on failure. `when-due` reloads at most every few
   * minutes, and ignores failures.
   */
  readonly checkContract: (when: 'now' | 'when-due') => Promise<ContractChangeLog>
  readonly markContractChangesSeen: () => void
  /** Downloads the audio sample of an option, such as a voice. Null if the contract has no sample, or if the download fails. */
  readonly optionSample: (option: {
    readonly capability: string
    readonly field: string
    readonly index: number
  }) => Promise<SmallFile | null>
}

/** Minimum time between two automatic checks for contract changes. Not multiplied by `timeScale`. */
const contractCheckIntervalInMs = 5 * 60_000

export function contractOperations(parts: ContractDependencies): ContractOperations {
  const { connections, http, state, workspace } = parts
  async function capabilities(): Promise<readonly Capability[]> {
    await state.firstReading
    return activeConnection(connections)?.discovery.current() ?? []
  }
  return {
    capabilities,
    contractChanges: () => activeContractChanges(parts),
    contract: () => {
      const connection = activeConnection(connections)
      if (connection === null) return { version: null, digest: null, readAt: null }
      return { ...connection.discovery.facts(), readAt: connection.checkedAt }
    },
    checkContract: (when) => checkContract(parts, when),
    markContractChangesSeen: () => {
      if (connections.activeId !== null) workspace.contractChanges.markSeen(connections.activeId)
    },
    optionSample: async (option) => {
      const capability = (await capabilities()).find(({ id }) => id === option.capability)
      const field = capability === undefined ? null : fieldNamed(capability, option.field)
      const url = field?.kind === 'choice' ? field.options[option.index]?.sampleUrl : undefined
      return url === undefined ? null : downloadSmallFile(http, url, 'audio')
    }
  }
}

async function checkContract(parts: ContractDependencies, when: 'now' | 'when-due'): Promise<ContractChangeLog> {
  const { clock, connections, options } = parts
  const connection = activeConnection(connections)
  if (connection === null) return activeContractChanges(parts)
  const pauseInMs = options.contractPauseInMs ?? contractCheckIntervalInMs
  if (when === 'when-due' && clock.now() - (connection.askedAt ?? 0) < pauseInMs) return activeContractChanges(parts)
  const fault = await refreshContract(parts, connection)
  if (when === 'now' && fault !== null) throw failedReadError(fault)
  return activeContractChanges(parts)
}

function failedReadError(fault: Fault): UserFacingError {
  const { message, advice } = failureText(readFailure(fault, policyFor(fault)))
  return new UserFacingError(say('The API definition couldn’t be loaded. {message}', { message }), { advice, requestId: fault.requestId })
}
