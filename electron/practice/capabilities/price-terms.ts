import type { PriceMeasure, PriceTerm } from '../../../shared/capability.ts'

/** The tariff's own words for the terms of a price. */
type Amount = Extract<PriceMeasure, { kind: 'amount' }>
type Finer = Partial<Pick<Amount, 'of' | 'per' | 'startedCounts' | 'whenUnset'>>

export function base(credits: number): PriceTerm {
  return { does: 'add', by: { kind: 'fixed', amount: credits } }
}

/** So many credits for each unit of a field; nothing while it is unset. */
export function forEach(field: string, credits: number, finer: Finer = {}): PriceTerm {
  return { does: 'add', by: amountOf(field, credits, { whenUnset: 0, ...finer }) }
}

export function forEachItem(fields: readonly string[], credits: number): PriceTerm {
  return { does: 'add', by: { kind: 'items', fields, amount: credits } }
}

/** So many credits by the value of a field; `otherwise` for every other one. */
export function byValue(field: string, credits: { readonly [value: string]: number }, otherwise = 0): PriceTerm {
  return { does: 'add', by: { kind: 'table', field, amounts: credits, otherwise } }
}

/** More for a switch that is on. */
export function surcharge(field: string, credits: number): PriceTerm {
  return byValue(field, { true: credits })
}

/** Everything so far, as often as the field says; once while it is unset. */
export function timesCount(field: string): PriceTerm {
  return { does: 'times', by: amountOf(field, 1, { whenUnset: 1 }) }
}

export function timesByValue(field: string, factors: { readonly [value: string]: number }): PriceTerm {
  return { does: 'times', by: { kind: 'table', field, amounts: factors, otherwise: 1 } }
}

function amountOf(field: string, amount: number, finer: Finer): Amount {
  return { kind: 'amount', field, of: 'number', per: 1, amount, startedCounts: false, whenUnset: null, ...finer }
}
