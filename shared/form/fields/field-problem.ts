import { assertNever } from '../../assert-never.ts'
import type { Problem, Subject } from '../problem.ts'
import type { Field } from './field.ts'
import type { SchemaError } from './schema-errors.ts'

export function subjectOf(field: Field): Subject {
  if (field.kind === 'text' && field.role === 'prompt') return { kind: 'prompt' }
  return { kind: field.kind === 'media' ? 'media' : 'field', label: field.label }
}

/** Returns the problem of a value that violates its schema. `error` has the path inside the subject. */
export function invalidValue(subject: Subject, error: SchemaError): Problem {
  return { code: 'invalid-value', params: { subject, ...error } }
}

/** Returns the problem of an empty field that must be filled in. */
export function missingProblem(field: Field): Problem {
  const { label } = field
  switch (field.kind) {
    case 'text':
      return field.role === 'prompt' ? { code: 'missing-prompt', params: {} } : { code: 'missing-value', params: { label } }
    case 'media':
      return field.isMany
        ? { code: 'missing-media-items', params: { least: Math.max(1, field.minItems), medium: field.medium } }
        : { code: 'missing-media', params: { label } }
    case 'choice':
    case 'size':
    case 'count':
      return { code: 'missing-choice', params: { label } }
    case 'switch':
      return field.mustBe === true
        ? { code: 'wrong-switch', params: { subject: subjectOf(field), mustBe: true } }
        : { code: 'missing-choice', params: { label } }
    case 'list':
      return { code: 'missing-choices', params: { label, least: Math.max(1, field.minItems) } }
    case 'number':
    case 'seed':
    case 'group':
    case 'json':
      return { code: 'missing-value', params: { label } }
    default:
      return assertNever(field)
  }
}
