import type { Fault } from '../../shared/task/fault.ts'
import { fileNameOf } from '../../shared/form/file-names.ts'
import { mediaReferencesIn } from '../../shared/form/fields.ts'
import type { MediaFacts } from '../../shared/form/media-facts.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import type { TaskSource } from '../../shared/form/task-source.ts'
import { isFileTokenReference, type FileReference, type ItemReference, type MediaReference, type Values } from '../../shared/form/values.ts'
import type { FileProber } from '../tasks/ports.ts'
import type { TaskInput } from '../tasks/machine/task-record.ts'

/** The local files and library results in a task's values, with their properties. */
export type InspectedInputs = {
  readonly inputs: readonly TaskInput[]
  /** Problems with files that are missing or can't be read. */
  readonly problems: readonly SubmissionProblem[]
  /** Results that the input files were made from, such as the video that a frame came from. */
  readonly from: readonly TaskSource[]
  readonly factsOf: (reference: MediaReference) => MediaFacts | null
}
export type InputInspector = (values: Values) => Promise<InspectedInputs>

/**
 * Creates the inspector of a task's files. `pathOf` returns null if the result is no longer in the library. `sourceOf` returns the result
 * that a file was made from. `wordsOf` returns the text for a fault that is shown to the user. The `message` of that fault is the file
 * name.
 */
export function createInputInspector(ports: {
  readonly pathOf: (reference: FileReference | ItemReference) => Promise<string | null>
  readonly sourceOf: (path: string) => Promise<TaskSource | null>
  readonly probeFile: FileProber
  readonly wordsOf: (fault: Fault) => string
}): InputInspector {
  return async (values) => {
    const facts = new Map<string, MediaFacts>()
    const inputs: TaskInput[] = []
    const problems: SubmissionProblem[] = []
    const from: TaskSource[] = []
    for (const { field, index, reference } of mediaReferencesIn(values)) {
      if (isFileTokenReference(reference)) throw new Error('The studio received a draft. Drafts must be turned into files first.')
      const path = await ports.pathOf(reference)
      if (path === null) {
        problems.push({ code: 'result-removed', params: {}, field, index })
        continue
      }
      const probed = await ports.probeFile(path)
      if (!probed.ok) {
        const text = ports.wordsOf({ ...probed.fault, message: fileNameOf(path) })
        problems.push({ code: 'unreadable-file', params: { text }, field, index })
        continue
      }
      const { name, contentType, bytes, modifiedAt, durationInSeconds } = probed.facts
      facts.set(JSON.stringify(reference), probed.facts)
      inputs.push({ field, index, reference, path, name, contentType, bytes, modifiedAt, durationInSeconds })
      const source = await ports.sourceOf(path)
      if (source !== null) from.push(source)
    }
    return { inputs, problems, from, factsOf: (reference) => facts.get(JSON.stringify(reference)) ?? null }
  }
}
