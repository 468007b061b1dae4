import { z } from 'zod'
import type { JsonSchema, Medium } from '../form/json-schema.ts'
import { valuesSchema } from '../form/values.ts'

/** Position of a face in its preview, from the top left corner. Values are fractions of the preview's width and height (0 to 1). */
export type FaceBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** A moment at which a face appears in a video, in seconds from the start. `box` is null if the face's position is unknown. */
export type FaceMoment = { readonly atInSeconds: number; readonly box: FaceBox | null }

export type DetectedFace = {
  /** The service's own ID. */
  readonly id: string
  /** The service's own index. Null if the service doesn't give one. */
  readonly index: number | null
  /** Number shown to the user, starting at 1. */
  readonly number: number
  /** Index of the preview that shows the face. Null if unknown. */
  readonly preview: number | null
  readonly box: FaceBox | null
  /** URL of the face's own thumbnail. Null if none exists. */
  readonly pictureUrl: string | null
  readonly moments: readonly FaceMoment[]
}

/** A preview that shows the detected faces. Kiln's own protocol serves `url`. */
export type FacePreview = { readonly url: string; readonly medium: Medium }

/** A face to insert: a reference that was sent with the task. `letter` is A for the first reference. */
export type FaceReference = { readonly index: number; readonly letter: string; readonly name: string; readonly pictureUrl: string | null }

/**
 * Format of a selection, from the tool's input schema. `many` is true if more than one face may be selected. `pairs` is true if each
 * selected face is paired with a reference. `form` means that Kiln doesn't understand the schema, so the user fills in a form. `known` has
 * the values that Kiln can fill in.
 */
export type FaceSelectionMode =
  | { readonly kind: 'faces'; readonly many: boolean; readonly pairs: boolean }
  | { readonly kind: 'form'; readonly schema: JsonSchema; readonly known: { readonly [name: string]: unknown } }

/** A face and the reference that replaces it, as `DetectedFace.id` and `FaceReference.index`. */
export type FacePick = { readonly faceId: string; readonly reference: number }

/** Everything shown to the user for selecting faces. */
export type FaceSelectionData = {
  readonly previews: readonly FacePreview[]
  readonly faces: readonly DetectedFace[]
  readonly references: readonly FaceReference[]
  readonly mode: FaceSelectionMode
  /** An earlier selection that didn't reach the service. */
  readonly lastPicks: readonly FacePick[]
}

export const faceSelectionInputSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('faces'),
    picks: z
      .array(z.object({ faceId: z.string().max(500), reference: z.number().int().min(0) }))
      .min(1)
      .max(200)
  }),
  z.object({ kind: z.literal('form'), values: valuesSchema })
])
export type FaceSelectionInput = z.infer<typeof faceSelectionInputSchema>
