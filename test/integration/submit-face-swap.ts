import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Task } from '../../shared/task/task.ts'
import type { Setup } from './open-setup.ts'

const portrait = join(import.meta.dirname, '..', '..', 'electron', 'practice', 'media', 'people.webp')

/** Bytes of the reference face, cropped once for all tests of a file. */
let potter: Promise<Buffer> | null = null

/** Submits a group portrait of four people and a reference face. Waits until the service requests a face selection. */
export async function submitFaceSwap(setup: Setup, capability = 'face-swap'): Promise<Task> {
  const target = join(setup.folder, 'family.webp')
  await copyFile(portrait, target)
  const reference = join(setup.folder, 'potter.png')
  potter ??= sharp(portrait).extract({ left: 605, top: 240, width: 290, height: 290 }).png().toBuffer()
  await writeFile(reference, await potter)
  const values =
    capability === 'face-swap'
      ? { targetImageUrl: { file: target }, referenceFaceImageUrl: { file: reference } }
      : { targetImageUrl: { file: target }, pairs: [{ faceImageUrl: { file: reference } }, { faceImageUrl: { file: target } }] }
  const task = await setup.studio.submit({ capability, values })
  return setup.until(task.id, 'needs_input')
}
