import { describe, expect, it } from 'vitest'
import { parseCredits } from '../../../renderer/account/parse-credits.ts'
import {
  chargedAmountText,
  creditsSentence,
  creditsStatus,
  hasFailed,
  ledgerDayText,
  unsettledCreditsText,
  startOfDay
} from '../../../renderer/account/ledger-text.ts'
import { spendingByCapability, spendingByDay } from '../../../renderer/account/spending-by-day.ts'
import type { LedgerEntry } from '../../../shared/task/ledger.ts'
import { ledgerEntryOf, ledgerSums } from '../../../shared/task/ledger.ts'
import { aTask } from '../a-task.ts'

const entry = (changes: Partial<LedgerEntry>): LedgerEntry => ({ ...ledgerEntryOf(aTask({ id: 'a' })), ...changes })

describe('the credits text of a ledger entry', () => {
  it.each([
    [{ state: 'charged', consumed: 10 }, '10', 'Charged'],
    [{ state: 'charged', consumed: null }, '?', 'Charged'],
    [{ state: 'pending', phase: 'running', consumed: null }, '–', 'Not charged yet'],
    [{ state: 'pending', phase: 'unconfirmed', consumed: null }, '?', 'Pending'],
    [{ state: 'pending', phase: 'failed', consumed: null }, '?', 'Pending'],
    [{ state: 'deferred', phase: 'running', consumed: 0 }, '–', 'Not charged yet'],
    [{ state: 'refund-expected', phase: 'failed', consumed: 5 }, '5', 'Refund expected'],
    [{ state: 'refunded', phase: 'failed', consumed: 0, required: 5 }, '0', 'Refunded 5'],
    [{ state: 'not-charged', phase: 'refused', consumed: null }, '0', 'Not charged'],
    [{ state: 'not-sent', phase: 'held', consumed: null }, '–', 'Not sent yet'],
    [{ state: 'not-sent', phase: 'cancelled', consumed: null }, '–', 'Not charged']
  ] as const)('for %o has the figure %s and the label %s', (changes, figure, words) => {
    expect(chargedAmountText(entry(changes))).toBe(figure)
    expect(creditsStatus(entry(changes)).label).toBe(words)
  })

  it.each([
    ['failed', null, true],
    ['refused', null, true],
    ['failed', 'a.1', false],
    ['running', null, false],
    ['needs_input', null, false],
    ['held', null, false],
    ['done', null, false]
  ] as const)('of a task in the phase %s with the result %s is shown as failed: %s', (phase, resultId, isFailed) => {
    expect(hasFailed(entry({ phase, resultId }))).toBe(isFailed)
  })

  it.each([
    [{ estimated: 12, state: 'charged', consumed: 10 }, 'Estimate 12, charged 10.'],
    [{ estimated: null, state: 'charged', consumed: 10 }, 'Estimate unknown, charged 10.'],
    [{ estimated: 12, state: 'not-sent', phase: 'held', consumed: null }, 'Estimate 12.'],
    [{ estimated: null, state: 'pending', phase: 'unconfirmed', consumed: null }, 'Estimate unknown.']
  ] as const)('for %o is announced as %s', (changes, words) => {
    expect(creditsSentence(entry(changes))).toBe(words)
  })

  it('lists the open credits of a group', () => {
    const sums = ledgerSums([
      entry({ state: 'pending', consumed: null, estimated: 3, phase: 'running' }),
      entry({ state: 'refund-expected', consumed: 5 }),
      entry({ state: 'charged', consumed: null, required: null })
    ])
    expect(unsettledCreditsText(sums)).toBe('3 pending, 5 to be refunded, 1 task with unknown cost')
    expect(unsettledCreditsText(ledgerSums([]))).toBe('')
  })
})

describe('credits by day', () => {
  const noon = new Date(2026, 10, 20, 12).getTime()

  it('are grouped by local calendar day, including days without tasks', () => {
    const yesterday = new Date(2026, 10, 19, 23, 59).getTime()
    const days = spendingByDay(
      [
        entry({ at: noon, consumed: 5 }),
        entry({ at: yesterday, consumed: 7 }),
        entry({ at: noon, state: 'pending', phase: 'running', consumed: null, estimated: 2 })
      ],
      noon,
      3
    )
    expect(days.map(({ settled, open }) => [settled, open])).toEqual([
      [0, 0],
      [7, 0],
      [5, 2]
    ])
  })

  it('are listed by capability for one day, largest amount first', () => {
    const spent = spendingByCapability(
      [
        entry({ at: noon, capability: 'draw', consumed: 5 }),
        entry({ at: noon, capability: 'film', state: 'pending', phase: 'running', consumed: null, required: 12 }),
        entry({ at: noon + 60_000, capability: 'draw', consumed: 4 }),
        entry({ at: noon, capability: 'sing', state: 'not-charged', consumed: null }),
        entry({ at: noon - 86_400_000, capability: 'sing', consumed: 30 })
      ],
      startOfDay(noon)
    )
    expect(spent).toEqual([
      { capability: 'film', settled: 0, open: 12 },
      { capability: 'draw', settled: 9, open: 0 }
    ])
  })

  it('have headings such as Today and Yesterday', () => {
    expect(ledgerDayText(noon - 3_600_000, noon)).toBe('Today')
    expect(ledgerDayText(noon - 86_400_000, noon)).toBe('Yesterday')
    expect(ledgerDayText(noon - 2 * 86_400_000, noon)).toBe('18 Nov')
  })
})

describe('a typed number of credits', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['200', 200],
    ['1,200', 1200],
    ['0', 0],
    ['2.5', 2.5],
    // This is a decimal comma. If it were read as a thousands separator, the value would be 25.
    ['2,5', 2.5],
    ['1,200,000.5', 1_200_000.5]
  ])('%j is read as %j', (text, credits) => {
    expect(parseCredits(text)).toEqual({ ok: true, credits })
  })

  it.each(['-5', 'many', '5 credits', '1e9', '9999999999', '1,20,3'])('%j is rejected', (text) => {
    expect(parseCredits(text)).toMatchObject({ ok: false, sentence: expect.stringMatching(/^Enter/) })
  })
})
