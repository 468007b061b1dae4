import { resolve } from 'node:path'
import { taskIdOfItem } from '../../shared/library/item-id.ts'
import { isItemReference, type FileReference, type ItemReference } from '../../shared/form/values.ts'
import { type BatchPlanner, createBatchPlanner } from '../forms/batch/batch-planner.ts'
import { createCachedProbe } from '../forms/batch/create-cached-probe.ts'
import type { FileProber } from '../tasks/ports.ts'
import { createInputInspector, type InputInspector } from '../uploads/input-inspector.ts'
import { pastedFolder, readPastedSource } from '../uploads/pasted-files.ts'
import { probeFile } from '../uploads/probe-file.ts'
import { checkSubmission } from './check-submission.ts'
import { estimatePrice } from './estimate-price.ts'
import { faultText } from './fault-text.ts'
import type { StudioParts } from './studio-parts.ts'

type InspectorDependencies = Pick<StudioParts, 'dataDir' | 'library'>

/** Creates the batch planner. The planner checks each row like a single task, and requests missing prices from the service. */
export function createStudioBatchPlanner(
  parts: InspectorDependencies & Pick<StudioParts, 'connections' | 'engine' | 'estimator'>
): BatchPlanner {
  const inspectManyInputs = createStudioInputInspector(parts, createCachedProbe(probeFile))
  return createBatchPlanner({
    check: (capability, values) =>
      checkSubmission(
        inspectManyInputs,
        (priced, pricedValues) => estimatePrice(parts, { capability: priced.id, values: pricedValues }),
        capability,
        values
      ),
    // A batch is planned after every change, so titles that are in memory aren't read from the index.
    titleOfItem: async (itemId) => parts.engine.record(taskIdOfItem(itemId))?.title ?? (await parts.library.details(itemId))?.title ?? null
  })
}

/** Creates the inspector of a task's files and library results. */
export function createStudioInputInspector(parts: InspectorDependencies, probe: FileProber = probeFile): InputInspector {
  const pathOf = async (reference: FileReference | ItemReference): Promise<string | null> =>
    isItemReference(reference) ? ((await parts.library.fileOf(reference.item))?.path ?? null) : resolve(reference.file)
  const sourceOf = (path: string) => readPastedSource(pastedFolder(parts.dataDir), path)
  return createInputInspector({ pathOf, sourceOf, probeFile: probe, wordsOf: faultText })
}
