import { useState } from 'react'
import type { MediaField } from '../../shared/form/fields.ts'
import { valueNamed } from '../../shared/form/fields.ts'
import { formatList } from '../../shared/i18n/format-list.ts'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import type { MediaValue } from '../../shared/form/values.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { addMedia, mediaFieldValue, mediaValues } from '../fields/media-list.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useToast } from '../ui/toasts.tsx'
import type { ComposeForm } from './compose-form.ts'
import { replacedMedia, withFieldValue } from './compose-form.ts'
import { addLocalMedia, currentForm, useShownDraft } from './forms-store.ts'
import { setValueWithUndo } from './set-value-with-undo.ts'

/** Applies a change to the form of the current capability. */
export type ChangeForm = (next: (form: ComposeForm) => ComposeForm) => void

type PutMedia = {
  /** Puts inspected files into a field. `surplus` lists the names of files that the field has no room for. */
  readonly putMedia: (
    field: MediaField,
    added: readonly LocalMedia[],
    index: number | null,
    surplus: readonly string[],
    title?: string
  ) => void
  /**
   * Puts values into a field. Messages count an item without a name (null) instead of naming it. `title` is the toast's title if the value
   * replaces media.
   */
  readonly putValues: (
    field: MediaField,
    added: readonly { readonly value: MediaValue; readonly name: string | null }[],
    index: number | null,
    surplus: readonly string[],
    title?: string
  ) => void
  /** Shows why media for the field were skipped. Null removes the message. */
  readonly reportSkipped: (field: MediaField, words: string | null) => void
  readonly skippedReason: (field: string) => string | null
  readonly clearSkipped: () => void
}

/** Puts media into a form's fields, and reports media that a field has no room for. */
export function usePutMedia(capabilityId: string, change: ChangeForm): PutMedia {
  const draft = useShownDraft(capabilityId)
  const announce = useAnnounce()
  const toast = useToast()
  const [skippedReasons, setSkippedReasons] = useState<{ readonly [field: string]: string | null }>({})

  function reportSkipped(field: MediaField, words: string | null): void {
    setSkippedReasons((before) => ({ ...before, [field.name]: words }))
    if (words !== null) announce(words)
  }
  function putMedia(
    field: MediaField,
    added: readonly LocalMedia[],
    index: number | null,
    surplus: readonly string[],
    title?: string
  ): void {
    addLocalMedia(added)
    putValues(
      field,
      added.map((media) => ({ value: { draft: media.draft }, name: media.facts.name })),
      index,
      surplus,
      title
    )
  }
  function putValues(
    field: MediaField,
    added: readonly { readonly value: MediaValue; readonly name: string | null }[],
    index: number | null,
    surplus: readonly string[],
    title = say('“{label}” replaced', { label: field.label })
  ): void {
    const { values: now } = currentForm(capabilityId, draft)
    const present = mediaValues(valueNamed(now, field.name))
    const isReplaced = added.length > 0 && replacedMedia(field, now, index) !== undefined
    const most = field.isMany ? field.maxItems : 1
    // A field for a single item keeps only the newest item. A drop replaces the current item.
    const incoming = added.map(({ value }) => value)
    const { values: next, skippedCount } = addMedia(present, incoming, field.isMany ? index : 0, most)
    const undo = setValueWithUndo(mediaFieldValue(field, next), {
      read: () => valueNamed(currentForm(capabilityId, draft).values, field.name),
      write: (value) => change((held) => withFieldValue(held, field.name, value)),
      title: say('Previous file restored'),
      toast
    })
    if (isReplaced) toast({ title, icon: 'replace', action: undo })
    const names = [...added.slice(added.length - skippedCount).map(({ name }) => name), ...surplus]
    if (names.length > 0) reportSkipped(field, skippedText(most, names))
  }

  return {
    putMedia,
    putValues,
    reportSkipped,
    skippedReason: (field) => skippedReasons[field] ?? null,
    clearSkipped: () => setSkippedReasons({})
  }
}

/**
 * Returns the message about the skipped files and URLs. Results have no name (null), so they are only counted. `most` is the maximum number
 * of items in the field. Null if the field has no maximum.
 */
function skippedText(most: number | null, names: readonly (string | null)[]): string {
  const known = names.filter((name) => name !== null).map((name) => `“${name}”`)
  const count = names.length - known.length
  const results = count === 0 ? [] : [say('{count, plural, one {# result} other {# results}}', { count })]
  return joinSentences(
    most === null
      ? null
      : say('{most, plural, one {This field accepts only one item.} other {This field accepts at most # items.}}', { most }),
    say('{names} {count, plural, one {wasn’t} other {weren’t}} added.', {
      names: formatList([...known, ...results], 'and'),
      count: names.length
    })
  )
}
