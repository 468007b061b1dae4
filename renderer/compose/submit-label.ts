import { assertNever } from '../../shared/assert-never.ts'
import type { Capability } from '../../shared/form/capability.ts'
import { formatMediaCount } from '../../shared/phrases/format-media-count.ts'
import type { Field } from '../../shared/form/fields.ts'
import { isEmptyValue, topLevelFieldName } from '../../shared/form/fields.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import type { Values } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { verbOf } from '../media/capability-verbs.ts'

/**
 * Returns the send button's label, such as "Generate 4 images", "Remove background" or "Swap 2 faces". `count` is the number of outputs.
 */
export function submitLabel(capability: Capability, count: number, fields: readonly Field[] = [], values: Values = {}): string {
  const verb = count > 1 ? undefined : verbOf(capability)
  if (verb !== undefined) return say(verb.send)
  if (capability.category === 'face-swap') {
    const faces = facesIn(fields, values)
    return faces > 1 ? say('Swap {count, number} faces', { count: faces }) : say('Swap face')
  }
  if (count > 1) return say('Generate {outputs}', { outputs: formatMediaCount(count, capability.output) })
  switch (capability.output) {
    case 'image':
      return say('Generate image')
    case 'video':
      return say('Generate video')
    case 'audio':
      return say('Generate audio')
    case 'model':
      return say('Generate 3D model')
    case 'text':
      return say('Generate text')
    default:
      return assertNever(capability.output)
  }
}

/** Returns the number of faces to swap, which is the length of the form's longest list. */
function facesIn(fields: readonly Field[], values: Values): number {
  const counts = fields.map((field) => {
    const value = field.kind === 'list' ? values[field.name] : undefined
    return Array.isArray(value) ? value.length : 0
  })
  return Math.max(0, ...counts)
}

/** Returns the send button's label while the number of outputs is unknown, such as "Generate images". */
export function submitLabelWithoutCount(output: Medium): string {
  switch (output) {
    case 'image':
      return say('Generate images')
    case 'video':
      return say('Generate videos')
    case 'audio':
      return say('Generate audio')
    case 'model':
      return say('Generate 3D models')
    case 'text':
      return say('Generate text')
    default:
      return assertNever(output)
  }
}

/** Label and kind of the link after a problem. `show` shows the field, and `browse` opens the file dialog. */
export type ProblemAction = { readonly label: string; readonly kind: 'show' | 'browse' }

/**
 * Returns the link that helps to fix a problem. It opens the file dialog, or shows the field. Null if the form doesn't contain the
 * problem's field.
 */
export function problemAction(problem: SubmissionProblem, fields: readonly Field[], values: Values): ProblemAction | null {
  const field = fields.find(({ name }) => problem.field !== null && name === topLevelFieldName(problem.field))
  if (field === undefined) return null
  const isEmpty = isEmptyValue(values[field.name])
  if (field.kind === 'media') {
    if (isEmpty) return { label: say('Choose'), kind: 'browse' }
    return problem.index !== null || !field.isMany
      ? { label: say('Choose another file'), kind: 'browse' }
      : { label: say('Show'), kind: 'show' }
  }
  return { label: say('Show'), kind: 'show' }
}

/** Returns the heading of the problems, such as "1 problem to fix" or "3 problems to fix". */
export function problemsTitle(count: number): string {
  return count === 1 ? say('1 problem to fix') : say('{count} problems to fix', { count })
}
