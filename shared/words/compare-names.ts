import { localeInForce } from './say.ts'

let order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
let orderOf = 'en'

/** The order of names in the language in force, for `sort`: Chinese by its sounds, figures by their value, capitals beside small letters. */
export function compareNames(one: string, other: string): number {
  const locale = localeInForce()
  if (locale !== orderOf) {
    order = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
    orderOf = locale
  }
  return order.compare(one, other)
}
