import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ContractNews } from '../../shared/contract-change.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { listen, request } from './kiln.ts'

/** The page's copy of what is known of the changes of the contract. */
const news = createStore<ContractNews>(() => ({ lookedAt: null, changes: [] }))
/** The newest change that a person was told of here: an answer that left main before it heard of that is no news. */
let newestTold = 0

export function useContractNews(): ContractNews {
  return useStore(news)
}

/** Listens, and asks for what was found before. Returns a function that stops listening. */
export function startContractNews(): () => void {
  // Asked for as a whole each time: main knows what was found while nobody listened.
  const stop = listen('contract.changed', () => void load())
  void load()
  return stop
}

async function load(): Promise<void> {
  const outcome = await request('contract.news')
  if (outcome.ok) take(outcome.value)
}

function take({ lookedAt, changes }: ContractNews): void {
  news.setState({ lookedAt, changes: changes.map((change) => ({ ...change, isSeen: change.isSeen || change.id <= newestTold })) })
}

export async function lookAtContractAgain(): Promise<Outcome<ContractNews>> {
  const outcome = await request('contract.lookAgain')
  if (outcome.ok) take(outcome.value)
  return outcome
}

/** A person was told of every change so far. */
export async function markContractNewsSeen(): Promise<void> {
  const { lookedAt, changes } = news.getState()
  newestTold = Math.max(newestTold, ...changes.map(({ id }) => id))
  take({ lookedAt, changes })
  await request('contract.seen')
}
