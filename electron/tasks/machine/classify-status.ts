/**
 * Final statuses (spec section 3), compared after trimming and ignoring case. Any other status except `needs_input` means progress.
 */
const successText: readonly string[] = ['success', 'succeeded', 'completed']
const failureText: readonly string[] = ['failed', 'error']

export type StatusMeaning = 'success' | 'failure' | 'needs-input' | 'progress'

export function classifyStatus(status: string | null): StatusMeaning {
  const word = status?.trim().toLowerCase() ?? ''
  if (successText.includes(word)) return 'success'
  if (failureText.includes(word)) return 'failure'
  return word === 'needs_input' ? 'needs-input' : 'progress'
}
