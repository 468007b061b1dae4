import type { Values } from '../../shared/form/values.ts'

/** A task that the harness submits. Its prompt contains `mark`. A restarted child uses the marks to find the tasks it already submitted. */
export type Job = { readonly mark: string; readonly capability: string; readonly values: Values }

/** A batch request. Each prompt contains its own mark. */
export type BatchJob = {
  readonly marks: readonly string[]
  readonly capability: string
  readonly values: Values
  readonly prompts: readonly string[]
}

export type CrashRunOptions = {
  readonly dataDir: string
  readonly baseUrl: string
  readonly apiKey: string
  readonly jobs: readonly Job[]
  readonly batch: BatchJob | null
  /** The child kills itself when it reaches `step` for the `count`th time. Null if it doesn't kill itself. */
  readonly crash: { readonly step: string; readonly count: number } | null
}

/** Returns six jobs for two generators. They cover several outputs, one or two uploads, and a file that two jobs upload. */
export function createCrashJobs(name: string, picture: string, otherPicture: string): readonly Job[] {
  const standard = 'imgmodel-image-generator'
  const third = 'imgmodel-3-0-image-generator'
  const shapes: readonly { capability: string; values: (mark: string) => Values }[] = [
    { capability: standard, values: (mark) => ({ prompt: `a celadon vase ${mark}` }) },
    { capability: standard, values: (mark) => ({ prompt: `three bowls ${mark}`, imageNum: '3' }) },
    { capability: third, values: (mark) => ({ prompt: `glaze this ${mark}`, imageUrls: [{ file: picture }] }) },
    {
      capability: third,
      values: (mark) => ({ prompt: `put both together ${mark}`, imageUrls: [{ file: picture }, { file: otherPicture }] })
    },
    {
      capability: standard,
      values: (mark) => ({ prompt: `the same photo again ${mark}`, imageUrls: [{ file: otherPicture }], imageNum: '2' })
    },
    { capability: third, values: (mark) => ({ prompt: `a quiet room ${mark}`, seed: 7 }) }
  ]
  return shapes.map((shape, index) => {
    const mark = `[${name}-${index}]`
    return { mark, capability: shape.capability, values: shape.values(mark) }
  })
}

/** Returns a batch of 12 rows that all send the file `picture`. */
export function createBatchJob(name: string, picture: string): BatchJob {
  const marks = Array.from({ length: 12 }, (_, row) => `[${name}-row-${row}]`)
  return {
    marks,
    capability: 'imgmodel-image-generator',
    values: { imageUrls: [{ file: picture }] },
    prompts: marks.map((mark) => `the same vase once more ${mark}`)
  }
}
