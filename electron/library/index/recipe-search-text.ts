import type { Recipe } from '../../../shared/library/recipe.ts'

/** Returns the names and values of all filled-in fields as text. Omits URLs. Also omits the prompt, which is indexed separately. */
export function recipeSearchText({ values, prompt, seed }: Recipe): string {
  const words: string[] = seed === null ? [] : [`seed ${seed}`]
  const add = (name: string, value: unknown): void => {
    if (value === null || value === prompt) return
    if (Array.isArray(value)) value.forEach((one) => add(name, one))
    else if (typeof value === 'object') Object.entries(value).forEach(([inner, one]) => add(inner, one))
    else if (typeof value === 'string' ? !/^(?:https?|data):/i.test(value) : true) words.push(`${name} ${String(value)}`)
  }
  for (const [name, value] of Object.entries(values)) add(name, value)
  return words.join(' ')
}
