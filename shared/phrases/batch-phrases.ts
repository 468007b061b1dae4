import type { BatchTitle, BatchTitleParams } from '../form/batch/batch.ts'
import type { BatchRowName, BatchRowNameParams } from '../form/batch/batch-row.ts'
import { say } from '../i18n/say.ts'
import type { Phrases } from './phrases.ts'
import { phraseOf } from './phrases.ts'

export const batchRowNamePhrases: Phrases<BatchRowNameParams> = {
  task: ({ number }) => say('Task {number, number}', { number }),
  seed: ({ seed }) => say('Seed {seed, number, ::group-off}', { seed }),
  row: ({ row }) => say('Row {line, number}', { line: row }),
  text: ({ text }) => text
}

/** Returns the name of a batch's row. */
export function batchRowNameText(name: BatchRowName): string {
  return phraseOf(batchRowNamePhrases, name)
}

export const batchTitlePhrases: Phrases<BatchTitleParams> = {
  files: ({ count, name }) => say('{count, plural, one {# file} other {# files}} from {name}', { count, name }),
  rows: ({ count, name }) => say('{count, plural, one {# row} other {# rows}} from {name}', { count, name }),
  text: ({ text }) => text
}

/** Returns the title of a batch. */
export function batchTitleText(title: BatchTitle): string {
  return phraseOf(batchTitlePhrases, title)
}
