import { say } from '../../shared/words/say.ts'

const most = 1_000_000_000

/** What a person typed as a figure of credits; null: nothing, so no rule. */
export function creditsTyped(
  text: string
): { readonly ok: true; readonly credits: number | null } | { readonly ok: false; readonly sentence: string } {
  const trimmed = text.replaceAll(/[\s,_’']/g, '')
  if (trimmed === '') return { ok: true, credits: null }
  if (!/^\d+(\.\d+)?$/.test(trimmed)) return { ok: false, sentence: say('Type a figure, such as 200, or leave it empty for no rule.') }
  const credits = Number(trimmed)
  return credits <= most ? { ok: true, credits } : { ok: false, sentence: say('Type {most, number} or less.', { most }) }
}
