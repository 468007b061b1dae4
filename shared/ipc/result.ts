import { z } from 'zod'
import { idSchema, declareRequest } from './request.ts'

/** Maximum size of a drag image, in bytes. Enough for edges of a few hundred pixels. */
const mostDragPictureBytes = 512 * 1024

export const resultRequests = {
  /** Saves a copy where the user chooses. False if the user closed the dialog. */
  'result.saveAs': declareRequest(z.object({ id: idSchema })).returns<boolean>(),
  /** Returns where a result's file is or was, as an absolute path. Only requested while the page shows it. */
  'result.location': declareRequest(z.object({ id: idSchema })).returns<string>(),
  'result.showInFolder': declareRequest(z.object({ id: idSchema })),
  'result.copy': declareRequest(z.object({ id: idSchema })),
  /** Starts a native drag of result files to another program. `picture`: drag image as a PNG file. */
  'result.dragOut': declareRequest(
    z.object({
      ids: z.array(idSchema).min(1).max(500),
      picture: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= mostDragPictureBytes)
    })
  )
}
