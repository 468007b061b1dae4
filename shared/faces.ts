import { z } from 'zod'
import type { JsonSchema, Medium } from './json-schema.ts'
import { valuesSchema } from './values.ts'

/** Where a face is in its preview, as parts of its width and height: 0 to 1, from the top left corner. */
export type FaceBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** A moment of a video in which a face was seen, in seconds from its beginning. */
export type FaceMoment = { readonly atInSeconds: number; readonly box: FaceBox | null }

/** A face that the service found. */
export type FoundFace = {
  /** The service's own identifier. */
  readonly id: string
  /** The service's own index; null when it gives none. */
  readonly index: number | null
  /** What a person calls it: 1 is the first. */
  readonly number: number
  /** Which of the previews shows it; null: not told. */
  readonly preview: number | null
  readonly box: FaceBox | null
  /** Where its own small picture is served; null when there is none. */
  readonly pictureUrl: string | null
  readonly moments: readonly FaceMoment[]
}

/** A picture that shows what was found, served over the app's own protocol. */
export type FacePreview = { readonly url: string; readonly medium: Medium }

/** A face that can be put in: a reference the task was sent with. `letter`: A is the first. */
export type FaceReference = { readonly index: number; readonly letter: string; readonly name: string; readonly pictureUrl: string | null }

/**
 * How a choice is written, by the tool's own input schema. `many`: more than one face may be chosen; `pairs`: each face says which
 * reference it gets. `form`: the schema was not understood, so a person fills it in as it is; what Kiln could fill is in `known`.
 */
export type FaceWay =
  | { readonly kind: 'faces'; readonly many: boolean; readonly pairs: boolean }
  | { readonly kind: 'form'; readonly schema: JsonSchema; readonly known: { readonly [name: string]: unknown } }

/** A face and the reference that it gets; both as `FoundFace.id` and `FaceReference.index`. */
export type FacePick = { readonly faceId: string; readonly reference: number }

/** Everything that is to see before faces are chosen. */
export type FacesToChoose = {
  readonly previews: readonly FacePreview[]
  readonly faces: readonly FoundFace[]
  readonly references: readonly FaceReference[]
  readonly way: FaceWay
  /** A choice that was made before and did not reach the service. */
  readonly lastPicks: readonly FacePick[]
}

/** What a person decided. */
export const faceChoiceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('faces'),
    picks: z
      .array(z.object({ faceId: z.string().max(500), reference: z.number().int().min(0) }))
      .min(1)
      .max(200)
  }),
  z.object({ kind: z.literal('form'), values: valuesSchema })
])
export type FaceChoiceInput = z.infer<typeof faceChoiceSchema>
