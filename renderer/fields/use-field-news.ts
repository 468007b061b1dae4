import { useEffect, useRef } from 'react'
import type { Field } from '../../shared/fields.ts'
import { sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { useAnnounce } from '../ui/live-region.tsx'

/**
 * Says which fields came and went because of what was filled in; a change of the whole form (`form` names it) says nothing, since one looks
 * at a new one then.
 */
export function useFieldNews(fields: readonly Field[], form: string): void {
  const announce = useAnnounce()
  const before = useRef({ form, labels: labelsOf(fields) })
  useEffect(() => {
    const labels = labelsOf(fields)
    const words = before.current.form === form ? newsInWords(before.current.labels, labels) : ''
    before.current = { form, labels }
    if (words !== '') announce(words)
  })
}

/** "“Look in words” is asked for now. “Strength” is not asked for any more." Empty: nothing came or went. */
export function newsInWords(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string {
  const came = [...now].filter(([name]) => !before.has(name)).map(([, label]) => `“${label}”`)
  const went = [...before].filter(([name]) => !now.has(name)).map(([, label]) => `“${label}”`)
  return sentences(
    came.length === 0
      ? null
      : say('{labels} {count, plural, one {is} other {are}} asked for now.', { labels: came.join(say(' and ')), count: came.length }),
    went.length === 0
      ? null
      : say('{labels} {count, plural, one {is} other {are}} not asked for any more.', {
          labels: went.join(say(' and ')),
          count: went.length
        })
  )
}

function labelsOf(fields: readonly Field[]): ReadonlyMap<string, string> {
  return new Map(fields.map(({ name, label }) => [name, label]))
}
