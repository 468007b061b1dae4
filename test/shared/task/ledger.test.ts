import fc from 'fast-check'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { LedgerEntry } from '../../../shared/task/ledger.ts'
import { ledgerCsvHeader, ledgerCsvLines } from '../../../shared/phrases/ledger-csv.ts'
import { committedCredits, groupLedgerEntries, ledgerSums } from '../../../shared/task/ledger.ts'
import { creditsStates, phases } from '../../../shared/task/task.ts'

function entry(changes: Partial<LedgerEntry>): LedgerEntry {
  return {
    id: 'a',
    at: Date.UTC(2026, 10, 20, 14, 6),
    connectionId: 'default',
    capability: 'face-swap',
    title: 'A vase',
    phase: 'done',
    taskId: 'T1',
    state: 'charged',
    estimated: 5,
    required: null,
    consumed: 5,
    isTitledByText: true,
    resultId: null,
    resultMedium: null,
    ...changes
  }
}

describe('the sums of a ledger', () => {
  it.each([
    ['charged credits', { state: 'charged', consumed: 7 }, { charged: 7 }],
    ['credits charged later', { state: 'deferred', consumed: 0, required: 1 }, { later: 1 }],
    ['a pending charge', { state: 'pending', consumed: 0, required: null, phase: 'unconfirmed' }, { pending: 5 }],
    ['a queued task', { state: 'not-sent', consumed: null, phase: 'queued' }, { pending: 5 }],
    ['an expected refund', { state: 'refund-expected', consumed: 5, phase: 'failed' }, { refundExpected: 5 }],
    ['a received refund', { state: 'refunded', consumed: 0, required: 5, phase: 'failed' }, { refunded: 5 }],
    ['a charge of an unknown amount', { state: 'charged', consumed: null }, { unknown: 1 }],
    ['a cancelled task', { state: 'not-sent', consumed: null, phase: 'cancelled' }, {}],
    ['a rejected task', { state: 'not-charged', consumed: null, phase: 'refused' }, {}]
  ] as const)('are correct for %s', (_what, changes, expected) => {
    const nothing = { charged: 0, later: 0, refunded: 0, refundExpected: 0, pending: 0, unknown: 0 }
    expect(ledgerSums([entry(changes)])).toEqual({ tasks: 1, estimated: 5, ...nothing, ...expected })
  })

  it('are the same however the entries are grouped', () => {
    const entries = fc.array(
      fc.record({
        id: fc.uuid(),
        at: fc.nat(),
        connectionId: fc.constantFrom('one', 'other'),
        capability: fc.constantFrom('a', 'b', 'c'),
        title: fc.string(),
        phase: fc.constantFrom(...phases),
        taskId: fc.constant(null),
        state: fc.constantFrom(...creditsStates),
        estimated: fc.option(fc.nat(100)),
        required: fc.option(fc.nat(100)),
        consumed: fc.option(fc.nat(100)),
        isTitledByText: fc.boolean(),
        resultId: fc.constant(null),
        resultMedium: fc.constant(null)
      })
    )
    fc.assert(
      fc.property(entries, (all) => {
        const groups = groupLedgerEntries(all, ({ capability }) => capability)
        const whole = ledgerSums(all)
        for (const name of Object.keys(whole) as (keyof typeof whole)[]) {
          expect(groups.reduce((sum, { sums }) => sum + sums[name], 0)).toBe(whole[name])
        }
      })
    )
  })

  it('include charged and unsent credits, but no refunds, in the committed credits', () => {
    const all = [
      entry({ consumed: 10 }),
      entry({ state: 'refunded', consumed: 0, required: 4, phase: 'failed' }),
      entry({ state: 'not-sent', consumed: null, estimated: 3, phase: 'held' })
    ]
    expect(committedCredits(all)).toBe(13)
  })
})

const csvOf = (entries: readonly LedgerEntry[]): string => ledgerCsvHeader() + ledgerCsvLines(entries, (id) => `The ${id}`)

describe('a ledger as CSV', () => {
  it('is read correctly by a spreadsheet, whatever a title contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (title) => {
        const [row] = parse(csvOf([entry({ title })]), { columns: true, record_delimiter: '\r\n' }) as {
          readonly Title: string
        }[]
        const isFormula = /^[=+\-@\t\r\n＝＋－＠]/.test(title) && !/^-?\d+(?:\.\d+)?$/.test(title)
        expect(row?.Title).toBe(isFormula ? `'${title}` : title)
      })
    )
  })

  it.each(["-2+3+cmd|' /C calc'!A0", '-1', '=1+1', '+1', '@SUM(1)', '-cmd', '\n=1', '＝1+1', '-1.5e3', '-1-1'])(
    'contains no formula for the title %j',
    (title) => {
      const [row] = parse(csvOf([entry({ title })]), { columns: true, record_delimiter: '\r\n' }) as { readonly Title: string }[]
      expect(row?.Title).toBe(title === '-1' ? title : `'${title}`)
    }
  )

  it('lists the time, the task and its credits', () => {
    expect(csvOf([entry({ title: 'A "red" vase' })])).toBe(
      'Time,Account,Capability,Title,Task ID,Estimated credits,Required credits,Charged credits,Credit status\r\n' +
        '2026-11-20T14:06:00.000Z,The default,face-swap,"A ""red"" vase",T1,5,,5,charged\r\n'
    )
  })
})
