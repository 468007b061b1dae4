import { useEffect, useMemo, useState } from 'react'
import type { LedgerEntry } from '../../shared/task/ledger.ts'
import { ledgerEntryOf } from '../../shared/task/ledger.ts'
import type { Task } from '../../shared/task/task.ts'
import { requestAll } from '../bridge/kiln.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'

/**
 * Returns the tasks of all accounts as ledger entries, newest first, including tasks hidden from the queue. The main process sends all
 * entries once. Task updates then keep them current. Returns an error message if loading failed. Null while loading.
 */
export function useLedger(): readonly LedgerEntry[] | string | null {
  const [told, setTold] = useState<readonly LedgerEntry[] | string | null>(null)
  const live = useTaskSummary(entriesOf, areSame)
  useEffect(() => {
    let isHere = true
    void requestAll('ledger.read').then((outcome) => {
      if (isHere) setTold(outcome.ok ? outcome.value : outcome.message)
    })
    return () => {
      isHere = false
    }
  }, [])
  return useMemo(() => {
    if (told === null || typeof told === 'string') return told
    const fresh = new Map(live.map((entry) => [entry.id, entry]))
    const others = told.filter(({ id }) => !fresh.has(id))
    return [...live, ...others].toSorted((one, other) => other.at - one.at)
  }, [told, live])
}

function entriesOf(all: readonly Task[]): readonly LedgerEntry[] {
  return all.map(ledgerEntryOf)
}

function areSame(one: readonly LedgerEntry[], other: readonly LedgerEntry[]): boolean {
  return one.length === other.length && one.every((entry, place) => isSame(entry, other[place]))
}

function isSame(one: LedgerEntry, other: LedgerEntry | undefined): boolean {
  return (
    other !== undefined &&
    one.id === other.id &&
    one.phase === other.phase &&
    one.state === other.state &&
    one.consumed === other.consumed &&
    one.required === other.required &&
    one.resultId === other.resultId
  )
}
