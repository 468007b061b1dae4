import { describe, expect, it } from 'vitest'
import {
  connectionChoices,
  entriesToSum,
  filterLedgerEntries,
  effectiveConnectionFilter
} from '../../../renderer/account/effective-connection-filter.ts'
import type { ConnectionSummary } from '../../../shared/app/connection.ts'
import { ledgerEntryOf } from '../../../shared/task/ledger.ts'
import { aTask } from '../a-task.ts'

const connection = (id: string, isPractice = false): ConnectionSummary => ({
  id,
  name: `The ${id}`,
  baseUrl: `https://${id}.example`,
  isPractice
})
const studio = connection('studio')
const shop = connection('shop')
const practice = connection('practice', true)
const entry = (id: string, connectionId: string) => ledgerEntryOf(aTask({ id, connectionId }))
const entries = [entry('a', 'studio'), entry('b', 'practice'), entry('c', 'studio')]

describe('the connection whose credits are shown', () => {
  it('can’t be chosen if there is only one', () => {
    expect(connectionChoices([studio], 'studio', entries)).toEqual([])
    expect(connectionChoices([studio, shop], 'studio', [entry('a', 'studio')])).toEqual([])
    expect(effectiveConnectionFilter(null, [], 'studio')).toBe('all')
  })

  it('can be the current one or one with ledger entries', () => {
    expect(connectionChoices([shop, studio, practice], 'shop', entries)).toEqual([shop, studio, practice])
    expect(connectionChoices([studio, shop, practice], 'studio', entries)).toEqual([studio, practice])
  })

  it('is the current one unless you choose another that still exists', () => {
    const choices = [studio, practice]
    expect(effectiveConnectionFilter(null, choices, 'studio')).toBe('studio')
    expect(effectiveConnectionFilter('practice', choices, 'studio')).toBe('practice')
    expect(effectiveConnectionFilter('all', choices, 'studio')).toBe('all')
    expect(effectiveConnectionFilter('shop', choices, 'studio')).toBe('studio')
    expect(effectiveConnectionFilter(null, choices, null)).toBe('all')
  })

  it('filters the ledger', () => {
    expect(filterLedgerEntries(entries, 'studio').map(({ id }) => id)).toEqual(['a', 'c'])
    expect(filterLedgerEntries(entries, 'all')).toEqual(entries)
  })

  it('adds no practice credits to paid credits', () => {
    expect(entriesToSum(entries, 'practice').map(({ id }) => id)).toEqual(['a', 'c'])
    expect(entriesToSum(filterLedgerEntries(entries, 'practice'), 'practice').map(({ id }) => id)).toEqual(['b'])
    expect(entriesToSum(entries, null)).toEqual(entries)
  })
})
