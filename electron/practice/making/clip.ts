import { readFile } from 'node:fs/promises'
import type { Commission } from '../workshop.ts'

const clip = new URL('../media/clip.mp4', import.meta.url)

/** The practice clip, with the task and its words in a `free` box at the end, so that no two results are the same file. */
export async function makeClip(commission: Commission): Promise<Buffer> {
  const content = Buffer.from(JSON.stringify({ PRACTICE: true, taskId: commission.taskId, words: commission.words }))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8, 0)
  head.write('free', 4, 'latin1')
  return Buffer.concat([await readFile(clip), head, content])
}
