import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Task } from '../../shared/task.ts'
import type { Story } from './open-story.ts'

const portrait = join(import.meta.dirname, '..', '..', 'electron', 'practice', 'media', 'people.webp')

/** Cut out once for all stories of a file. */
let potter: Promise<Buffer> | null = null

/** A group portrait of four and a reference face, sent; waits until the service asks which face is meant. */
export async function askForFaces(story: Story, capability = 'face-swap'): Promise<Task> {
  const target = join(story.folder, 'family.webp')
  await copyFile(portrait, target)
  const reference = join(story.folder, 'potter.png')
  potter ??= sharp(portrait).extract({ left: 605, top: 240, width: 290, height: 290 }).png().toBuffer()
  await writeFile(reference, await potter)
  const values =
    capability === 'face-swap'
      ? { targetImageUrl: { file: target }, referenceFaceImageUrl: { file: reference } }
      : { targetImageUrl: { file: target }, pairs: [{ faceImageUrl: { file: reference } }, { faceImageUrl: { file: target } }] }
  const task = await story.studio.submit({ capability, values })
  return story.until(task.id, 'needs_input')
}
