import type { Values } from '../../shared/values.ts'

/** One thing that the harness asks for; `mark` stands in its prompt, so that a restarted child knows what it has asked for already. */
export type Job = { readonly mark: string; readonly capability: string; readonly values: Values }

/** Many things that are asked for at once; each prompt holds a mark of its own. */
export type BatchJob = {
  readonly marks: readonly string[]
  readonly capability: string
  readonly values: Values
  readonly prompts: readonly string[]
}

export type Orders = {
  readonly dataDir: string
  readonly baseUrl: string
  readonly apiKey: string
  readonly jobs: readonly Job[]
  readonly batch: BatchJob | null
  /** End at the nth time this step is reached; null: by the parent's hand, or not at all. */
  readonly crash: { readonly step: string; readonly count: number } | null
}

/** A fixed workload: prompts alone, several outputs, one and two uploads, the same file twice, both generators. */
export function workload(name: string, picture: string, otherPicture: string): readonly Job[] {
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

/** A batch of rows that share a file. */
export function batchOfWorkload(name: string, picture: string): BatchJob {
  const marks = Array.from({ length: 12 }, (_, row) => `[${name}-row-${row}]`)
  return {
    marks,
    capability: 'imgmodel-image-generator',
    values: { imageUrls: [{ file: picture }] },
    prompts: marks.map((mark) => `the same vase once more ${mark}`)
  }
}
