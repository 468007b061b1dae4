import type { PriceMeasure, PriceTerm } from '../../../shared/form/capability.ts'

/** A price measure that multiplies credits by a field's number, its length in characters or its megapixels. */
type Amount = Extract<PriceMeasure, { kind: 'amount' }>
type Finer = Partial<Pick<Amount, 'of' | 'per' | 'startedCounts' | 'whenUnset'>>

export function basePrice(credits: number): PriceTerm {
  return { does: 'add', by: { kind: 'fixed', amount: credits } }
}

/** Returns a term that adds `credits` for each unit of a field. It adds 0 if the field is unset. */
export function perUnit(field: string, credits: number, finer: Finer = {}): PriceTerm {
  return { does: 'add', by: amountOf(field, credits, { whenUnset: 0, ...finer }) }
}

export function perItem(fields: readonly string[], credits: number): PriceTerm {
  return { does: 'add', by: { kind: 'items', fields, amount: credits } }
}

/** Returns a term that adds the credits that `credits` lists for a field's value. It adds `otherwise` for any other value. */
export function addedByValue(field: string, credits: { readonly [value: string]: number }, otherwise = 0): PriceTerm {
  return { does: 'add', by: { kind: 'table', field, amounts: credits, otherwise } }
}

/** Returns a term that adds credits if a switch is on. */
export function surcharge(field: string, credits: number): PriceTerm {
  return addedByValue(field, { true: credits })
}

/** Returns a term that multiplies the price so far by a field's value. The factor is 1 if the field is unset. */
export function multipliedByCount(field: string): PriceTerm {
  return { does: 'times', by: amountOf(field, 1, { whenUnset: 1 }) }
}

export function multipliedByValue(field: string, factors: { readonly [value: string]: number }): PriceTerm {
  return { does: 'times', by: { kind: 'table', field, amounts: factors, otherwise: 1 } }
}

function amountOf(field: string, amount: number, finer: Finer): Amount {
  return { kind: 'amount', field, of: 'number', per: 1, amount, startedCounts: false, whenUnset: null, ...finer }
}
