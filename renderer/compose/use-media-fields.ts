import { useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { Field, MediaField, Mode } from '../../shared/form/fields.ts'
import { fieldsInMode, topLevelFieldName, valueNamed } from '../../shared/form/fields.ts'
import type { MediaValue, Values } from '../../shared/form/values.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { mediumNouns } from '../../shared/phrases/media-nouns.ts'
import { request } from '../bridge/kiln.ts'
import type { FormServices } from '../fields/form-services.ts'
import { mediaValues, urlDisplayParts } from '../fields/media-list.ts'
import { inspectOrSaveFile } from '../media/inspect-or-save-file.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { acceptsMedium, fieldForFile, replacedMedia } from './compose-form.ts'
import { currentForm, useShownDraft } from './forms-store.ts'
import { useFormDropAndPaste } from './use-form-drop-and-paste.ts'
import { mediaCopies } from './media-copies.ts'
import type { ChangeForm } from './use-put-media.ts'
import { usePutMedia } from './use-put-media.ts'

type MediaFieldsOptions = {
  readonly capability: Capability
  readonly modes: readonly Mode[]
  readonly mode: Mode | null
  /** Fields of the current mode. */
  readonly fields: readonly Field[]
  /** Values of the whole form, including those of other modes. */
  readonly formValues: Values
  readonly change: ChangeForm
}

type MediaFields = Pick<
  FormServices,
  'readingCount' | 'skippedReason' | 'addFiles' | 'addValues' | 'addLocalFile' | 'convert' | 'cut' | 'browse' | 'isDragging'
> &
  Pick<ReturnType<typeof usePutMedia>, 'reportSkipped' | 'clearSkipped'>

/** Adds files, results and web addresses to a form's media fields. Also handles drops on the window and pasted content. */
export function useMediaFields({ capability, modes, mode, fields, formValues, change }: MediaFieldsOptions): MediaFields {
  const { id } = capability
  const draft = useShownDraft(id)
  const announce = useAnnounce()
  const [reading, setReading] = useState<{ readonly [field: string]: number }>({})
  const { putMedia, putValues, reportSkipped, skippedReason, clearSkipped } = usePutMedia(id, change)

  function addValues(field: MediaField, added: readonly MediaValue[], index: number | null): void {
    showModeOf(field)
    reportSkipped(field, null)
    const named = added.map((value) => ({ value, name: typeof value === 'string' ? urlDisplayParts(value).name : null }))
    putValues(field, named, index, [])
  }
  /** Switches to a mode with this field, unless the current mode has the field. */
  function showModeOf(field: MediaField): void {
    if (mode === null || mode.fields.includes(topLevelFieldName(field.name))) return
    const other = modes.find((candidate) => candidate.fields.includes(field.name))
    if (other) change((now) => ({ ...now, modeId: other.id }))
  }
  async function addFiles(field: MediaField, files: readonly File[], index: number | null): Promise<void> {
    showModeOf(field)
    reportSkipped(field, null)
    const most = field.isMany ? field.maxItems : 1
    const present = field.isMany ? mediaValues(valueNamed(currentForm(id, draft).values, field.name)).length : 0
    const room = most === null ? files.length : Math.max(0, most - present + (index === null ? 0 : 1))
    const taken = files.slice(0, room)
    const surplus = files.slice(room).map(({ name }) => name)
    const count = (by: number): void => setReading((now) => ({ ...now, [field.name]: (now[field.name] ?? 0) + by }))
    const shown = index === null ? taken.length : Math.max(0, taken.length - 1)
    count(shown)
    const outcomes = await Promise.all(taken.map((file) => inspectOrSaveFile(file)))
    count(-shown)
    const refused = outcomes.find((outcome) => !outcome.ok)
    const looked = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []))
    const [first] = looked
    if (
      first !== undefined &&
      !acceptsMedium(field, first.facts.medium) &&
      replacedMedia(field, currentForm(id, draft).values, index) !== undefined
    )
      return reportSkipped(
        field,
        say('“{name}” isn’t {kind}. Nothing was replaced. Choose another file.', {
          name: first.facts.name,
          kind: mediumNouns(field.medium).a
        })
      )
    putMedia(field, looked, index, surplus)
    if (refused && !refused.ok) reportSkipped(field, joinSentences(refused.message, refused.advice))
  }
  async function browse(field: MediaField, index: number | null): Promise<void> {
    reportSkipped(field, null)
    const outcome = await request('media.browse', { capability: id, field: field.name, many: field.isMany && index === null })
    if (!outcome.ok) reportSkipped(field, joinSentences(outcome.message, outcome.advice))
    else if (outcome.value.length > 0) putMedia(field, outcome.value, index, [])
  }

  const allFields = modes.length === 0 ? fields : modes.flatMap((other) => fieldsInMode(capability, other))
  function fieldFor(contentType: string): MediaField | null {
    const { values: now } = currentForm(id, draft)
    return fieldForFile(fields, now, contentType) ?? fieldForFile(allFields, now, contentType)
  }
  function placeFiles(files: readonly File[]): void {
    const field = fieldFor(files[0]?.type ?? '')
    if (field) void addFiles(field, files, null)
    else announce(say('This form doesn’t accept files.'))
  }
  async function placeItems(ids: readonly string[]): Promise<void> {
    const known = await request('media.inspectItem', { id: ids[0] ?? '' })
    const field = fieldFor(known.ok ? `${known.value.facts.medium}/` : '')
    const results = ids.map((item) => ({ item }))
    if (field) addValues(field, results, null)
    else announce(say('This form doesn’t accept files.'))
  }
  const isDragging = useFormDropAndPaste({
    onFiles: placeFiles,
    onItems: (ids) => void placeItems(ids),
    onAddresses: (addresses) => {
      const field = fieldForFile(fields, formValues, '')
      if (field) addValues(field, addresses, null)
    }
  })

  return {
    readingCount: (field) => reading[field] ?? 0,
    skippedReason,
    reportSkipped,
    clearSkipped,
    addFiles: (field, files, index) => void addFiles(field, files, index),
    addValues,
    addLocalFile: (field, media, index) => {
      reportSkipped(field, null)
      putMedia(field, [media], index, [])
    },
    ...mediaCopies(id, draft, { putMedia, reportSkipped }),
    browse: (field, index) => void browse(field, index),
    isDragging
  }
}
