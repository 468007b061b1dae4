import { z } from 'zod'
import { captureDeviceKinds } from '../form/capture.ts'
import { writableFormats } from '../form/fields/image-fix.ts'
import type { LocalMedia, InspectedMedia } from '../form/media-facts.ts'
import { idSchema, declareRequest } from './request.ts'

/** Maximum size of media that the page creates, in bytes. A minute of recorded video takes about 30 MB. */
const mostMadeBytes = 256 * 1024 * 1024

const reference = z.union([z.object({ draft: idSchema }), z.object({ item: idSchema })])
const pixels = z.int().min(0).max(1_000_000)

export const mediaRequests = {
  /**
   * Saves pasted, recorded or painted media that isn't a file yet, such as a screenshot. `stem`: file name without extension. Null to use
   * the current time as the name.
   */
  'media.keep': declareRequest(
    z.object({
      bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= mostMadeBytes),
      stem: z.string().max(200).nullable(),
      /** The video that the image is a frame of. */
      frameOf: reference.optional()
    })
  ).returns<LocalMedia>(),
  /** Copies a file to a location that the user chooses. False if the user closed the dialog. */
  'media.saveAs': declareRequest(z.object({ draft: idSchema })).returns<boolean>(),
  'media.copyImage': declareRequest(z.object({ draft: idSchema })),
  /** Returns the facts about a result that is used as input. */
  'media.inspectItem': declareRequest(z.object({ id: idSchema })).returns<InspectedMedia>(),
  /** Lets the user choose files in the system's own dialog, and returns these files. */
  'media.browse': declareRequest(z.object({ capability: idSchema, field: idSchema, many: z.boolean() })).returns<readonly LocalMedia[]>(),
  /** Saves a converted, smaller or cropped copy of an image. The original is unchanged. */
  'media.convert': declareRequest(
    z.object({
      media: reference,
      target: z.object({
        formats: z.array(z.enum(writableFormats)).min(1),
        maxBytes: z.number().positive().nullable(),
        maxLongEdge: z.number().positive().nullable(),
        minShortEdge: z.number().positive().nullable(),
        crop: z.object({ left: pixels, top: pixels, width: pixels.min(1), height: pixels.min(1) }).optional()
      })
    })
  ).returns<LocalMedia>(),
  /** Saves part of an audio file as a copy, from `start` to `end` in seconds. The original is unchanged. */
  'media.cut': declareRequest(z.object({ media: reference, start: z.number().min(0), end: z.number().positive() })).returns<LocalMedia>(),
  /** Returns the input media of an earlier task, with the field of each. Also works for a result whose task isn't in the journal. */
  'media.reopen': declareRequest(z.union([z.object({ taskId: idSchema }), z.object({ itemId: idSchema })])).returns<
    readonly { readonly field: string; readonly index: number; readonly media: LocalMedia }[]
  >(),
  /** Allows camera and microphone requests until the recorder closes. */
  'recorder.open': declareRequest(z.object({ kinds: z.array(z.enum(captureDeviceKinds)).min(1) })),
  'recorder.close': declareRequest()
}

/** Requests with a path from the system. Only the preload script can send them. */
export const mediaPathRequests = {
  /** Inspects a dropped or chosen file. */
  'media.inspect': declareRequest(z.object({ path: z.string().min(1).max(32_768) })).returns<LocalMedia>()
}

export type MediaEvents = {
  /** Files that changed on disk after they were chosen. */
  'media.changed': readonly LocalMedia[]
}
