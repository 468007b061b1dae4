import { useEffect, useRef } from 'react'
import type { Field } from '../../shared/form/fields.ts'
import { formatList } from '../../shared/i18n/format-list.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { useAnnounce } from '../ui/live-region.tsx'

/**
 * Announces fields that appear or disappear after an input, for screen readers. `form` identifies the form. If `form` changes, the
 * fields aren't announced, because the user reads the new form anyway.
 */
export function useAnnounceFieldChanges(fields: readonly Field[], form: string): void {
  const announce = useAnnounce()
  const before = useRef({ form, labels: labelsOf(fields) })
  useEffect(() => {
    const labels = labelsOf(fields)
    const words = before.current.form === form ? fieldChangesText(before.current.labels, labels) : ''
    before.current = { form, labels }
    if (words !== '') announce(words)
  })
}

/**
 * Describes the added and removed fields in sentences. `before` and `now` map field names to labels. Empty if no field was added or
 * removed.
 */
export function fieldChangesText(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string {
  const came = [...now].filter(([name]) => !before.has(name)).map(([, label]) => `“${label}”`)
  const went = [...before].filter(([name]) => !now.has(name)).map(([, label]) => `“${label}”`)
  return joinSentences(
    came.length === 0
      ? null
      : say('{count, plural, one {Field} other {Fields}} added: {labels}.', { labels: formatList(came, 'and'), count: came.length }),
    went.length === 0
      ? null
      : say('{count, plural, one {Field} other {Fields}} removed: {labels}.', {
          labels: formatList(went, 'and'),
          count: went.length
        })
  )
}

function labelsOf(fields: readonly Field[]): ReadonlyMap<string, string> {
  return new Map(fields.map(({ name, label }) => [name, label]))
}
