import type { LocalMedia } from '../../../shared/form/media-facts.ts'
import type { Values } from '../../../shared/form/values.ts'
import type { Outcome } from '../../../shared/ipc/outcome.ts'
import type { CapabilityExample } from './example.ts'
import { exampleValues, sampleFilesIn } from './example.ts'
import { exampleLanguage } from './load-examples.ts'
import { saveSampleFile } from './sample-files.ts'

export type FilledExample = { readonly values: Values; readonly localFiles: readonly LocalMedia[] }

/** Returns an example’s values and their files. Fails if a file can’t be saved. */
export async function fillExample(example: CapabilityExample): Promise<Outcome<FilledExample>> {
  const drafts = new Map<string, string>()
  const localFiles: LocalMedia[] = []
  for (const sample of sampleFilesIn(example.values)) {
    const outcome = await saveSampleFile(sample)
    if (!outcome.ok) return outcome
    drafts.set(sample, outcome.value.draft)
    localFiles.push(outcome.value)
  }
  const values = exampleValues(example, exampleLanguage(), (sample) => {
    const draft = drafts.get(sample)
    return draft === undefined ? undefined : { draft }
  })
  return { ok: true, value: { values, localFiles } }
}
