import { useEffect, useRef } from 'react'
import type { Field } from '../../shared/fields.ts'
import { listed } from '../../shared/fields/format-list.ts'
import { sentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { useAnnounce } from '../ui/live-region.tsx'

/**
 * Announces fields that appear or disappear because of an input. Announces nothing if the whole form changes, because the user reads a new
 * form anyway. `form` identifies the form.
 */
export function useFieldChanges(fields: readonly Field[], form: string): void {
  const announce = useAnnounce()
  const before = useRef({ form, labels: labelsOf(fields) })
  useEffect(() => {
    const labels = labelsOf(fields)
    const words = before.current.form === form ? fieldChangesText(before.current.labels, labels) : ''
    before.current = { form, labels }
    if (words !== '') announce(words)
  })
}

/** Fields added and removed, as sentences. Empty if none exist. */
export function fieldChangesText(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string {
  const came = [...now].filter(([name]) => !before.has(name)).map(([, label]) => `“${label}”`)
  const went = [...before].filter(([name]) => !now.has(name)).map(([, label]) => `“${label}”`)
  return sentences(
    came.length === 0
      ? null
      : say('{count, plural, one {Field} other {Fields}} added: {labels}.', { labels: listed(came, 'and'), count: came.length }),
    went.length === 0
      ? null
      : say('{count, plural, one {Field} other {Fields}} removed: {labels}.', {
          labels: listed(went, 'and'),
          count: went.length
        })
  )
}

function labelsOf(fields: readonly Field[]): ReadonlyMap<string, string> {
  return new Map(fields.map(({ name, label }) => [name, label]))
}
