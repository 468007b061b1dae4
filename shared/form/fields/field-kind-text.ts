import { assertNever } from '../../assert-never.ts'
import type { Field } from './field.ts'
import { say } from '../../i18n/say.ts'

/** Returns the kind of a field for use in a sentence. Example: "a number" in "This field is now a number." */
export function fieldKindText(field: Field): string {
  switch (field.kind) {
    case 'text':
      return say('text')
    case 'choice':
    case 'size':
      return say('a choice')
    case 'count':
    case 'number':
    case 'seed':
      return say('a number')
    case 'switch':
      return say('a switch')
    case 'media':
      return field.isMany ? say('a list of files') : say('a file')
    case 'group':
      return say('a group of fields')
    case 'list':
      return say('a list')
    case 'json':
      return say('a JSON value')
    default:
      return assertNever(field)
  }
}
