import type { Fault } from '../../shared/fault.ts'
import { referencesIn } from '../../shared/fields.ts'
import type { MediaFacts } from '../../shared/media-facts.ts'
import type { Problem } from '../../shared/problem.ts'
import { isDraftReference, type FileReference, type ItemReference, type MediaReference, type Values } from '../../shared/values.ts'
import { say } from '../../shared/words/say.ts'
import type { ProbeFile } from '../core/ports.ts'
import type { TaskInput } from '../core/task-record.ts'

/** The local files among the values of a submission, and what is known of them. */
export type LookedInto = {
  readonly inputs: readonly TaskInput[]
  /** Files that can't be read, in words. */
  readonly problems: readonly Problem[]
  readonly factsOf: (reference: MediaReference) => MediaFacts | null
}
export type LookIntoInputs = (values: Values) => Promise<LookedInto>

/** `pathOf` null: the result is not in the library any more. `wordsOf`: what a fault means, for people; its `message` is the file's name. */
export function createLookIntoInputs(ports: {
  readonly pathOf: (reference: FileReference | ItemReference) => string | null
  readonly probeFile: ProbeFile
  readonly wordsOf: (fault: Fault) => string
}): LookIntoInputs {
  return async (values) => {
    const facts = new Map<string, MediaFacts>()
    const inputs: TaskInput[] = []
    const problems: Problem[] = []
    for (const { field, index, reference } of referencesIn(values)) {
      if (isDraftReference(reference)) throw new Error('A draft reached the studio; main turns drafts into files first.')
      const path = ports.pathOf(reference)
      if (path === null) {
        problems.push({ field, index, message: say('That result is not in the library any more. Choose another file.') })
        continue
      }
      const probed = await ports.probeFile(path)
      if (!probed.ok) {
        problems.push({ field, index, message: ports.wordsOf({ ...probed.fault, message: nameIn(path) }) })
        continue
      }
      const { name, contentType, bytes, modifiedAt, durationInSeconds } = probed.facts
      facts.set(JSON.stringify(reference), probed.facts)
      inputs.push({ field, index, reference, path, name, contentType, bytes, modifiedAt, durationInSeconds })
    }
    return { inputs, problems, factsOf: (reference) => facts.get(JSON.stringify(reference)) ?? null }
  }
}

function nameIn(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}
