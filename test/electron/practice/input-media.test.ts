import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { openTestService, submitPracticeTask, uploadPracticeFile } from '../../practice-service/practice-client.ts'

const filmFolder = join(import.meta.dirname, '..', 'uploads', 'media')
const silentFilm = await readFile(join(filmFolder, 'film.mp4'))
const talkie = await readFile(join(filmFolder, 'talkie.mp4'))

function picture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#cba' } })
    .png()
    .toBuffer()
}
/** Uploads `files` and submits a task with them. Returns the reported problems, or an empty list if the service accepts the task. */
async function faultsOf(
  capability: string,
  files: { readonly [field: string]: Buffer },
  rest: object = {}
): Promise<readonly { readonly field: string; readonly message: string }[]> {
  const service = await openTestService()
  const body: Record<string, unknown> = { ...rest }
  for (const [parameter, content] of Object.entries(files)) {
    const isPicture = content.subarray(1, 4).toString() === 'PNG'
    const [fileName, contentType] = isPicture ? ['a.png', 'image/png'] : ['a.mp4', 'video/mp4']
    body[parameter] = await uploadPracticeFile(service, { capability, parameter, fileName, contentType, content })
  }
  const { body: answer } = await submitPracticeTask(service, capability, body)
  return (answer['details'] ?? []) as readonly { readonly field: string; readonly message: string }[]
}

describe('a task’s input media', () => {
  it('have an aspect ratio that the contract allows', async () => {
    const frames = (last: Buffer) => ({ firstFrameImageUrl: firstFrame, lastFrameImageUrl: last })
    const firstFrame = await picture(640, 480)
    expect(await faultsOf('image-to-video', frames(await picture(750, 300)), { prompt: 'Go' })).toEqual([])
    expect(await faultsOf('image-to-video', frames(await picture(800, 300)), { prompt: 'Go' })).toEqual([
      { field: 'lastFrameImageUrl', message: 'is 800 by 300, but this aspect ratio isn’t allowed' }
    ])
  })

  it('include a mask only in its image’s dimensions', async () => {
    const rest = { prompt: 'A window' }
    const imageUrl = await picture(400, 300)
    expect(await faultsOf('inpainting', { imageUrl, maskImageUrl: await picture(400, 300) }, rest)).toEqual([])
    expect(await faultsOf('inpainting', { imageUrl, maskImageUrl: await picture(300, 400) }, rest)).toEqual([
      { field: 'maskImageUrl', message: 'is 300 by 400, but imageUrl is 400 by 300' }
    ])
  })

  it('have audio if speech is required', async () => {
    expect(await faultsOf('video-captions', { videoUrl: talkie })).toEqual([])
    expect(await faultsOf('video-captions', { videoUrl: silentFilm })).toEqual([{ field: 'videoUrl', message: 'has no audio' }])
  })
})
