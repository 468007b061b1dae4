/** Spec section 3: compared trimmed and in any case. Every other word is progress. */
const successWords: readonly string[] = ['success', 'succeeded', 'completed']
const failureWords: readonly string[] = ['failed', 'error']

export type StatusMeaning = 'success' | 'failure' | 'needs-input' | 'progress'

export function meaningOfStatus(status: string | null): StatusMeaning {
  const word = status?.trim().toLowerCase() ?? ''
  if (successWords.includes(word)) return 'success'
  if (failureWords.includes(word)) return 'failure'
  return word === 'needs_input' ? 'needs-input' : 'progress'
}
