import { assertNever } from '../assert-never.ts'
import type { Field } from './field.ts'

/** What an input is, in a sentence about it: "it is a number now". */
export function kindWords(field: Field): string {
  switch (field.kind) {
    case 'text':
      return 'a text'
    case 'choice':
    case 'size':
      return 'a choice'
    case 'count':
    case 'number':
    case 'seed':
      return 'a number'
    case 'switch':
      return 'a switch'
    case 'media':
      return field.isMany ? 'a list of files' : 'a file'
    case 'group':
      return 'a group of fields'
    case 'list':
      return 'a list'
    case 'json':
      return 'free JSON'
    default:
      return assertNever(field)
  }
}
