import { asNumber, isJsonRecord } from '../json-fields.ts'

/** Names of fields that may contain the price. The names in the first group mention credits, so they are preferred. */
const figureNames = [
  ['credits', 'estimatedCredits', 'creditsRequired', 'requiredCredits', 'totalCredits', 'creditCost', 'estimated_credits', 'total_credits'],
  ['total', 'cost', 'price', 'estimate', 'estimatedCost', 'totalCost', 'amount', 'value']
] as const
const holderNames = ['data', 'result', 'estimate', 'estimation', 'pricing', 'price', 'cost', 'credits'] as const
const deepest = 3
/**
 * Maximum length of a text in which a price is searched for. Longer texts aren't sentences, and searching them would be slow.
 */
const mostCharacters = 10_000

/**
 * Returns the price in an estimate, in credits. The price comes from a field with a known name, or from a sentence. The spec doesn't define
 * the format (section 4). Null if the estimate has no price, or several different prices. A price is never guessed.
 */
export function readEstimatedCredits(answer: unknown): number | null {
  if (typeof answer === 'string') return figureInText(answer)
  return figureIn(answer, 0)
}

function figureIn(holder: unknown, depth: number): number | null {
  if (!isJsonRecord(holder) || depth > deepest || isMoney(holder)) return null
  for (const names of figureNames) {
    const figures = new Set(names.flatMap((name) => figureOf(holder[name]) ?? []))
    if (figures.size > 1) return null
    for (const figure of figures) return figure
  }
  for (const name of holderNames) {
    const figure = figureIn(holder[name], depth + 1)
    if (figure !== null) return figure
  }
  return null
}

function figureOf(value: unknown): number | null {
  const figure = typeof value === 'string' ? (asNumber(value) ?? figureInText(value)) : asNumber(value)
  return figure !== null && figure >= 0 ? figure : null
}

/** Reads a sentence such as "This costs 24 credits.". Null if the sentence has several prices, a range or no price. */
function figureInText(text: string): number | null {
  if (text.length > mostCharacters) return null
  const figures = new Set(
    [...text.replace(/(\d),(?=\d{3})/g, '$1').matchAll(/(\d+(?:\.\d+)?)\s*credits?\b/gi)].map(([, figure]) => Number(figure))
  )
  const [only, ...others] = figures
  return only !== undefined && others.length === 0 && !/\b(?:from|at least|up to|between|minimum|starting)\b/i.test(text) ? only : null
}

function isMoney(holder: { readonly [name: string]: unknown }): boolean {
  const currency = holder['currency'] ?? holder['unit']
  return typeof currency === 'string' && !/^(?:credits?|cr)$/i.test(currency.trim())
}
