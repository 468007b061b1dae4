import { assertNever } from '../assert-never.ts'
import type { Field } from './field.ts'
import { say } from '../words/say.ts'

/** What an input is, in a sentence about it: "it is a number now". */
export function kindWords(field: Field): string {
  switch (field.kind) {
    case 'text':
      return say('a text')
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
      return say('free JSON')
    default:
      return assertNever(field)
  }
}
