import { readMediaFile } from '../media-files.ts'
import type { Commission } from '../workshop.ts'

/** Made by test/tools/make-practice-clips.ts. */
const clips: { readonly [aspectRatio: string]: string } = {
  '16:9': 'clip-16x9.mp4',
  '1:1': 'clip-1x1.mp4',
  '9:16': 'clip-9x16.mp4'
}

/** The practice clip in the shape asked for, with the task and its words in a `free` box at the end, so that no two results are the same file. */
export async function makeClip(commission: Commission): Promise<Buffer> {
  const clip = await readMediaFile(clips[String(commission.body['aspectRatio'] ?? '16:9')] ?? 'clip-16x9.mp4')
  const content = Buffer.from(JSON.stringify({ PRACTICE: true, taskId: commission.taskId, words: commission.words }))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8, 0)
  head.write('free', 4, 'latin1')
  return Buffer.concat([clip, head, content])
}
