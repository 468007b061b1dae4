import { assertNever } from '../../assert-never.ts'
import type { CodeWithParams, NoParams } from '../../coded.ts'
import type { Field } from './field.ts'

/** Kinds of field, as named in the message about a value that no longer fits. Stored in forms. Don't rename. */
export const valueKinds = ['text', 'choice', 'number', 'switch', 'file', 'files', 'group', 'list', 'json'] as const
export type ValueKind = (typeof valueKinds)[number]

/** Parameters of each change that makes a value fit the form. */
export type ValueChangeParams = {
  readonly 'now-text': NoParams
  readonly 'now-number': NoParams
  readonly 'now-switch': NoParams
  readonly 'now-list': NoParams
  readonly 'no-longer-list': NoParams
  readonly 'now-of-type': { readonly type: 'text' | 'number' }
  readonly 'now-written': { readonly value: string }
  readonly renamed: { readonly formerName: string }
  readonly 'includes-other-value': NoParams
  readonly 'has-own-field': NoParams
}
export type ValueChange = CodeWithParams<ValueChangeParams>

/** Parameters of each reason why a value doesn't fit any field. Stored in forms. Don't rename. */
export type UnmappedReasonParams = {
  readonly 'no-longer-accepted': NoParams
  readonly 'other-kind': { readonly kind: ValueKind }
  readonly 'not-media': NoParams
  readonly 'only-one-value': NoParams
  readonly 'not-accepted-in-list': NoParams
  /** A sentence that an earlier version stored and that no code matches. Shown unchanged. */
  readonly 'legacy-text': { readonly text: string }
}
export type UnmappedReason = CodeWithParams<UnmappedReasonParams>

export function valueKindOf(field: Field): ValueKind {
  switch (field.kind) {
    case 'text':
    case 'choice':
    case 'switch':
    case 'group':
    case 'list':
    case 'json':
    case 'number':
      return field.kind
    case 'size':
      return 'choice'
    case 'count':
    case 'seed':
      return 'number'
    case 'media':
      return field.isMany ? 'files' : 'file'
    default:
      return assertNever(field)
  }
}
