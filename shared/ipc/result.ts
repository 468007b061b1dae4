import { z } from 'zod'
import { id, request } from './request.ts'

/** Maximum size of a drag image, in bytes. Enough for edges of a few hundred pixels. */
const mostDragPictureBytes = 512 * 1024

export const resultRequests = {
  /** False if the user closed the dialog. */
  'result.saveAs': request(z.object({ id })).returns<boolean>(),
  /** Returns where a result's file is or was, as an absolute path. Only requested while the page shows it. */
  'result.location': request(z.object({ id })).returns<string>(),
  'result.showInFolder': request(z.object({ id })),
  'result.copy': request(z.object({ id })),
  /** Starts a native drag of result files to another program. `picture`: drag image as a PNG file. */
  'result.dragOut': request(
    z.object({
      ids: z.array(id).min(1).max(500),
      picture: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= mostDragPictureBytes)
    })
  )
}
