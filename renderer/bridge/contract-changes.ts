import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ContractChangeLog } from '../../shared/app/contract-change.ts'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { subscribe, request } from './kiln.ts'

/** The page's copy of the known contract changes. */
const contractChanges = createStore<ContractChangeLog>(() => ({ checkedAt: null, changes: [] }))
/**
 * ID of the newest change that the user has seen in this window. Changes up to this ID count as seen, even if an outdated response from
 * main says otherwise.
 */
let newestSeenId = 0

export function useContractChanges(): ContractChangeLog {
  return useStore(contractChanges)
}

/** Loads the contract changes now and after every `contract.changed` event. Returns a function that stops listening. */
export function subscribeToContractChanges(): () => void {
  // Reloads the whole list, because main may have found other changes while nothing was listening.
  const stop = subscribe('contract.changed', () => void load())
  void load()
  return stop
}

async function load(): Promise<void> {
  const outcome = await request('contract.changes')
  if (outcome.ok) store(outcome.value)
}

function store({ checkedAt, changes }: ContractChangeLog): void {
  contractChanges.setState({
    checkedAt,
    changes: changes.map((change) => ({ ...change, isSeen: change.isSeen || change.id <= newestSeenId }))
  })
}

export async function checkContract(): Promise<Outcome<ContractChangeLog>> {
  const outcome = await request('contract.checkAgain')
  if (outcome.ok) store(outcome.value)
  return outcome
}

/** Marks all loaded changes as seen, in the page and in main. */
export async function markContractChangesSeen(): Promise<void> {
  const { checkedAt, changes } = contractChanges.getState()
  newestSeenId = Math.max(newestSeenId, ...changes.map(({ id }) => id))
  store({ checkedAt, changes })
  await request('contract.seen')
}
