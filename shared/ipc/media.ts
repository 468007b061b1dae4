import { z } from 'zod'
import { captureDeviceKinds } from '../form/capture.ts'
import { writableFormats } from '../form/fields/image-fix.ts'
import type { LocalMedia, InspectedMedia } from '../form/media-facts.ts'
import { id, request } from './request.ts'

/** Maximum size of media that the page creates, in bytes. A minute of recorded video takes about 30 MB. */
const mostMadeBytes = 256 * 1024 * 1024

const reference = z.union([z.object({ draft: id }), z.object({ item: id })])
const pixels = z.int().min(0).max(1_000_000)

export const mediaRequests = {
  /**
   * Saves pasted, recorded or painted media that isn't a file yet, such as a screenshot. `stem`: file name without extension. Null to use
   * the current time as the name.
   */
  'media.keep': request(
    z.object({
      bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= mostMadeBytes),
      stem: z.string().max(200).nullable(),
      /** The video that the image is a frame of. */
      frameOf: reference.optional()
    })
  ).returns<LocalMedia>(),
  /** Copies a file to a place that the user chooses. False if the user closed the dialog. */
  'media.saveAs': request(z.object({ draft: id })).returns<boolean>(),
  'media.copyImage': request(z.object({ draft: id })),
  /** Returns the facts about a result that is used as input. */
  'media.inspectItem': request(z.object({ id })).returns<InspectedMedia>(),
  /** Opens the system's own file dialog. */
  'media.browse': request(z.object({ capability: id, field: id, many: z.boolean() })).returns<readonly LocalMedia[]>(),
  /** Writes a converted, smaller or cropped copy of an image. The original is unchanged. */
  'media.convert': request(
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
  /** Writes a part of an audio file as a copy, from `start` to `end` in seconds. The original is unchanged. */
  'media.cut': request(z.object({ media: reference, start: z.number().min(0), end: z.number().positive() })).returns<LocalMedia>(),
  /** Returns the input media of an earlier task, with the field of each. Also works for a result whose task isn't in the journal. */
  'media.reopen': request(z.union([z.object({ taskId: id }), z.object({ itemId: id })])).returns<
    readonly { readonly field: string; readonly index: number; readonly media: LocalMedia }[]
  >(),
  /** Allows camera and microphone requests until the recorder closes. */
  'recorder.open': request(z.object({ kinds: z.array(z.enum(captureDeviceKinds)).min(1) })),
  'recorder.close': request()
}

/** Requests with a path from the system. Only the preload script can send them. */
export const mediaPathRequests = {
  /** A dropped or chosen file. */
  'media.inspect': request(z.object({ path: z.string().min(1).max(32_768) })).returns<LocalMedia>()
}

export type MediaEvents = {
  /** Files that changed on disk after they were chosen. */
  'media.changed': readonly LocalMedia[]
}
