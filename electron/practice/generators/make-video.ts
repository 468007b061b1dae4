import { readMediaFile } from '../media-files.ts'
import type { GenerationRequest } from '../generate-media.ts'

/** Practice videos by aspect ratio. test/tools/make-practice-clips.ts generates them. */
const clips: { readonly [aspectRatio: string]: string } = {
  '16:9': 'clip-16x9.mp4',
  '1:1': 'clip-1x1.mp4',
  '9:16': 'clip-9x16.mp4'
}

/**
 * Returns the practice video with the requested aspect ratio. A `free` box at the end contains the task ID and the text. Every result is
 * therefore a different file.
 */
export async function makeVideo(request: GenerationRequest): Promise<Buffer> {
  const clip = await readMediaFile(clips[String(request.body['aspectRatio'] ?? '16:9')] ?? 'clip-16x9.mp4')
  const content = Buffer.from(JSON.stringify({ PRACTICE: true, taskId: request.taskId, words: request.words }))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8, 0)
  head.write('free', 4, 'latin1')
  return Buffer.concat([clip, head, content])
}
