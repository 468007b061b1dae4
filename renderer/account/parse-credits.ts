import { say } from '../../shared/i18n/say.ts'

const max = 1_000_000_000

/** Parses an amount of credits typed by the user. `credits` is null if the text is empty, which means no limit. */
export function parseCredits(
  text: string
): { readonly ok: true; readonly credits: number | null } | { readonly ok: false; readonly sentence: string } {
  const trimmed = withDecimalPoint(text.replaceAll(/[\s_’']/g, ''))
  if (trimmed === '') return { ok: true, credits: null }
  if (!/^\d+(\.\d+)?$/.test(trimmed))
    return { ok: false, sentence: say('Enter a number, such as 200. Leave the field empty for no limit.') }
  const credits = Number(trimmed)
  return credits <= max ? { ok: true, credits } : { ok: false, sentence: say('Enter {most, number} or less.', { most: max }) }
}

/** Removes commas between groups of three digits. A comma between other digits becomes a decimal point. */
function withDecimalPoint(text: string): string {
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return text.replaceAll(',', '')
  return /^\d+,\d+$/.test(text) ? text.replace(',', '.') : text
}
