import { currentLocale } from './say.ts'

let order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
let orderOf = 'en'

/** Compares names in the active language, for `sort`. Sorts Chinese by pronunciation and numbers by value. Ignores case and accents. */
export function compareNames(one: string, other: string): number {
  const locale = currentLocale()
  if (locale !== orderOf) {
    order = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
    orderOf = locale
  }
  return order.compare(one, other)
}
