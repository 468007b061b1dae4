import type { Field, MediaField, TextField } from '../../shared/fields.ts'

/** Where the fields of a form stand: what one works with in the middle, settings at the side, rare ones folded away. */
export type FormLayout = {
  readonly media: readonly MediaField[]
  readonly prompt: TextField | null
  /** What the prompt leaves out; stands inside the prompt's panel. */
  readonly leaveOut: TextField | null
  /** Long texts, groups, lists and JSON, in the middle because they need the width. */
  readonly long: readonly Field[]
  readonly settings: readonly Field[]
  readonly rare: readonly Field[]
}

export function formLayout(fields: readonly Field[]): FormLayout {
  const shown = fields.filter((field) => !field.isRare)
  const texts = shown.filter((field) => field.kind === 'text')
  const prompt = texts.find((field) => field.role === 'prompt') ?? null
  const leaveOut = prompt === null ? null : (texts.find((field) => field.role === 'leave-out') ?? null)
  const isLong = (field: Field): boolean =>
    field !== prompt &&
    field !== leaveOut &&
    ((field.kind === 'text' && field.isLong) || field.kind === 'json' || field.kind === 'group' || field.kind === 'list')
  return {
    media: shown.filter((field) => field.kind === 'media'),
    prompt,
    leaveOut,
    long: shown.filter(isLong),
    settings: shown.filter((field) => field.kind !== 'media' && field !== prompt && field !== leaveOut && !isLong(field)),
    rare: fields.filter((field) => field.isRare)
  }
}
