import { useEffect, useRef } from 'react'
import type { Field } from '../../shared/fields.ts'
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
  const said = (labels: readonly string[], words: string): string =>
    labels.length === 0 ? '' : `${labels.join(' and ')} ${labels.length === 1 ? 'is' : 'are'} ${words}.`
  return [said(came, 'asked for now'), said(went, 'not asked for any more')].filter(Boolean).join(' ')
}

function labelsOf(fields: readonly Field[]): ReadonlyMap<string, string> {
  return new Map(fields.map(({ name, label }) => [name, label]))
}
