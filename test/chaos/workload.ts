import type { Values } from '../../shared/form/values.ts'
import { pickFrom } from '../crash/seeded-random-stream.ts'
import type { BatchJob, Job } from '../crash/create-crash-jobs.ts'
import type { SampleMediaPaths } from './sample-media-paths.ts'

/** All jobs of one folder. Each task's values contain a mark. A restarted child uses the marks to find the jobs it already submitted. */
export type Workload = { readonly jobs: readonly Job[]; readonly batches: readonly BatchJob[] }

/** A kind of task. `weight`: relative frequency. `all`: files that many tasks send. `own`: path of an image that only one task sends. */
export type WorkloadKind = {
  readonly weight: number
  readonly capability: string
  readonly values: (mark: string, all: SampleMediaPaths, own: string) => Values
}

const standard = 'imgmodel-image-generator'
const third = 'imgmodel-3-0-image-generator'
const practiceKinds: readonly WorkloadKind[] = [
  { weight: 28, capability: standard, values: (mark) => ({ prompt: `a celadon vase ${mark}` }) },
  { weight: 10, capability: standard, values: (mark) => ({ prompt: `three bowls ${mark}`, imageNum: '3' }) },
  { weight: 14, capability: third, values: (mark) => ({ prompt: `a quiet room ${mark}`, seed: 7 }) },
  {
    weight: 10,
    capability: third,
    values: (mark, { photo, otherPhoto }) => ({
      prompt: `put both together ${mark}`,
      imageUrls: [{ file: photo }, { file: otherPhoto }]
    })
  },
  { weight: 6, capability: standard, values: (mark, _, own) => ({ prompt: `glaze this ${mark}`, imageUrls: [{ file: own }] }) },
  { weight: 7, capability: 'text-to-video', values: (mark) => ({ prompt: `steam over tea ${mark}`, duration: 3 }) },
  {
    weight: 3,
    capability: 'image-to-video',
    values: (mark, { photo }) => ({ prompt: `it turns ${mark}`, firstFrameImageUrl: { file: photo } })
  },
  { weight: 5, capability: 'text-to-speech', values: (mark) => ({ text: `Clay ${mark}` }) },
  { weight: 3, capability: 'sound-effects', values: (mark) => ({ prompt: `a bowl ${mark}`, duration: 1 }) },
  { weight: 2, capability: 'text-to-3d', values: (mark) => ({ prompt: `a jug ${mark}` }) },
  {
    weight: 7,
    capability: 'face-swap',
    values: (_, { portrait }, own) => ({ targetImageUrl: { file: portrait }, referenceFaceImageUrl: { file: own } })
  },
  {
    weight: 3,
    capability: 'multi-face-swap',
    values: (_, { portrait, photo }, own) => ({
      targetImageUrl: { file: portrait },
      pairs: [{ faceImageUrl: { file: own } }, { faceImageUrl: { file: photo } }]
    })
  },
  {
    weight: 2,
    capability: 'video-face-swap',
    values: (_, { clip }, own) => ({ targetVideoUrl: { file: clip }, referenceFaceImageUrl: { file: own } })
  }
]
const rowsOfBatch = 12

/**
 * Creates the workload of one folder. `name`: prefix of the marks. `tasks`: number of tasks. `ownFile`: creates the image for a mark and
 * returns the image's path. `kinds`: kinds of tasks that the service offers, by default those of the practice service.
 */
export function createWorkload(
  name: string,
  {
    tasks,
    random,
    materials,
    ownFile,
    kinds = practiceKinds
  }: {
    tasks: number
    random: () => number
    materials: SampleMediaPaths
    ownFile: (mark: string) => string
    kinds?: readonly WorkloadKind[]
  }
): Workload {
  const batchCount = Math.floor(tasks / 5 / rowsOfBatch)
  const jobs = Array.from({ length: tasks - batchCount * rowsOfBatch }, (_, index): Job => {
    const kind = pickByWeight(random, kinds)
    const mark = `_${name}-${index}_`
    return { mark, capability: kind.capability, values: kind.values(mark, materials, ownFile(mark)) }
  })
  const batches = Array.from({ length: batchCount }, (_, batch): BatchJob => {
    const marks = Array.from({ length: rowsOfBatch }, (__, row) => `_${name}-b${batch}-${row}_`)
    const values = batch % 2 === 0 ? {} : { imageUrls: [{ file: materials.otherPhoto }] }
    return { marks, capability: standard, values, prompts: marks.map((mark) => `the same vase once more ${mark}`) }
  })
  return { jobs, batches }
}

function pickByWeight(random: () => number, kinds: readonly WorkloadKind[]): WorkloadKind {
  return pickFrom(
    random,
    kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind))
  )
}
