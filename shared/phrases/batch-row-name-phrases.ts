import type { BatchRowName, BatchRowNameParams } from '../form/batch/batch-row.ts'
import { kept } from '../i18n/say.ts'
import type { Phrases } from './phrases.ts'
import { phraseOf } from './phrases.ts'

export const batchRowNamePhrases: Phrases<BatchRowNameParams> = {
  task: ({ number }) => kept('Task {number, number}', { number }),
  seed: ({ seed }) => kept('Seed {seed, number, ::group-off}', { seed }),
  row: ({ row }) => kept('Row {line, number}', { line: row }),
  text: ({ text }) => text
}

/** Returns the name of a batch's row in English, as tasks store it. */
export function storedRowName(name: BatchRowName): string {
  return phraseOf(batchRowNamePhrases, name)
}
