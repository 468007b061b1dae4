import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { tinyPng } from '../../../electron/practice/generators/tiny-png.ts'
import { imageWorker as pictureThread } from '../../../electron/practice/image-worker.ts'
import type { PracticeService } from '../../../electron/practice/practice-service.ts'
import { practiceClips, clipSeconds } from '../../tools/make-practice-clips.ts'
import {
  runPracticeTask,
  imageGeneratorId,
  imageGenerator3Id,
  openTestService,
  uploadPracticeFile
} from '../../practice-service/practice-client.ts'

async function resultsOf(service: PracticeService, capability: string, body: object): Promise<Buffer[]> {
  await runPracticeTask(service, capability, body)
  const outputs = service.tasks().at(-1)?.outputs ?? []
  return Promise.all(outputs.map(async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer())))
}

function digest(content: Buffer | undefined): string {
  return createHash('sha256')
    .update(content ?? '')
    .digest('hex')
}

/** Returns the mean brightness of an image region, from 0 to 255. */
async function brightness(png: Buffer, part: { left: number; top: number; width: number; height: number }): Promise<number> {
  const { channels } = await sharp(await sharp(png).extract(part).greyscale().png().toBuffer()).stats()
  return channels[0]?.mean ?? 0
}

describe('a generated image', () => {
  const sizes = [imageGeneratorId, imageGenerator3Id].flatMap((id) =>
    (deployedCapabilities.get(id)?.inputSchema.properties?.['size']?.enum ?? []).map((size) => [id, String(size)] as const)
  )
  it.each(sizes)('of %s has the requested size: %s', async (id, size) => {
    const service = await openTestService({ results: 'full' })
    const [png] = await resultsOf(service, id, { prompt: 'a quiet valley', size })
    const facts = await sharp(png).metadata()
    expect([facts.format, `${facts.width}*${facts.height}`]).toEqual(['png', size])
  })

  it('contains its prompt and the word PRACTICE in its metadata', async () => {
    const service = await openTestService({ results: 'full' })
    const prompt = 'ein Krug & zwei <Schalen> · 日本の壺 · كأس'
    const [png] = await resultsOf(service, imageGeneratorId, { prompt, size: '1344*576' })
    expect(png?.includes(Buffer.from('Comment\0\0\0\0\0PRACTICE'))).toBe(true)
    expect(png?.includes(Buffer.from(`Description\0\0\0\0\0${prompt}`))).toBe(true)
    expect((await sharp(png).raw().toBuffer()).length).toBe(1344 * 576 * 3)
  })

  it('displays PRACTICE, and its prompt if sharp can draw text', async () => {
    const recipe = deployedCapabilities.get(imageGeneratorId)?.recipe
    if (recipe?.kind !== 'picture') throw new Error('The generator must create images.')
    const make = async (words: string): Promise<Buffer> => {
      const commission = { taskId: 't', body: { size: '1024*1024' }, words, choice: '', seed: 4 }
      return Buffer.from(await pictureThread.run('makePicture', commission, recipe, { ground: null, face: null, faces: [] }))
    }
    const [bare, captioned] = [await make(' '), await make('Nothing to see but these words, which are long enough to fill a line of it')]
    const plate = { left: 60, top: 50, width: 200, height: 50 }
    const letters = await sharp(await sharp(bare).extract(plate).greyscale().png().toBuffer()).stats()
    // The text is light on a dark background.
    expect(letters.channels[0]?.max).toBeGreaterThan(220)
    expect(letters.channels[0]?.min).toBeLessThan(130)
    // sharp's WebAssembly build, which Kiln uses on Linux, can't draw text.
    if (process.platform === 'linux') return
    const foot = { left: 0, top: 960, width: 1024, height: 64 }
    expect(await brightness(captioned, foot)).toBeLessThan(await brightness(bare, foot))
  })

  it('is the same for the same seed, and differs for another seed or prompt', async () => {
    const service = await openTestService({ results: 'full' })
    const pixels = async (body: object): Promise<string> => {
      const [png] = await resultsOf(service, imageGenerator3Id, { size: '768*1024', ...body })
      return digest(await sharp(png).raw().toBuffer())
    }
    const first = await pixels({ prompt: 'a vase', seed: 7 })
    expect(await pixels({ prompt: 'a vase', seed: 7 })).toBe(first)
    expect(await pixels({ prompt: 'a vase', seed: 8 })).not.toBe(first)
    expect(await pixels({ prompt: 'a bowl', seed: 7 })).not.toBe(first)
  })

  it('is generated in the requested number, each one different', async () => {
    const service = await openTestService({ results: 'full' })
    const pictures = await resultsOf(service, imageGeneratorId, { prompt: 'a vase', imageNum: '4', size: '1344*576' })
    const pixels = await Promise.all(pictures.map(async (png) => digest(await sharp(png).raw().toBuffer())))
    expect(new Set(pixels).size).toBe(4)
  })

  it('gets its size from its input if version 3.0 may choose', async () => {
    const service = await openTestService({ results: 'full' })
    const wide = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#468' } })
      .png()
      .toBuffer()
    const fileUrl = await uploadPracticeFile(service, {
      capability: imageGenerator3Id,
      parameter: 'imageUrl',
      fileName: 'a.png',
      contentType: 'image/png',
      content: wide
    })
    const [png] = await resultsOf(service, imageGenerator3Id, { prompt: 'make it night', imageUrl: fileUrl })
    const { width, height } = await sharp(png).metadata()
    expect(width / height).toBeCloseTo(16 / 9)
  })

  it('is based on its input if it is an edit', async () => {
    const service = await openTestService({ results: 'full' })
    const half = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#000' } })
      .composite([{ input: { create: { width: 300, height: 600, channels: 3, background: '#fff' } }, left: 300, top: 0 }])
      .png()
      .toBuffer()
    const fileUrl = await uploadPracticeFile(service, {
      capability: imageGeneratorId,
      parameter: 'imageUrls',
      fileName: 'a.png',
      contentType: 'image/png',
      content: half
    })
    const [png = Buffer.alloc(0)] = await resultsOf(service, imageGeneratorId, { prompt: 'x', imageUrls: [fileUrl], size: '1024*1024' })
    const left = await brightness(png, { left: 100, top: 400, width: 300, height: 300 })
    const right = await brightness(png, { left: 620, top: 400, width: 300, height: 300 })
    expect(right - left).toBeGreaterThan(120)
  })

  it.each(['face-swap', 'background-removal', 'glaze-effect'])(
    'of %s keeps the size of its input, and is generated even if the input can’t be decoded',
    async (capability) => {
      const service = await openTestService({ results: 'full' })
      const parameter = capability === 'face-swap' ? 'targetImageUrl' : 'imageUrl'
      const photo = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#c96' } })
        .jpeg()
        .toBuffer()
      const more =
        { 'face-swap': { referenceFaceImageUrl: 'https://example.org/face.png' }, 'glaze-effect': { glaze: 'cobalt' } }[capability] ?? {}
      for (const content of [photo, photo.subarray(0, 300)]) {
        const fileUrl = await uploadPracticeFile(service, { capability, parameter, fileName: 'a.jpg', contentType: 'image/jpeg', content })
        const [png] = await resultsOf(service, capability, { [parameter]: fileUrl, ...more })
        const { width, height, format } = await sharp(png).metadata()
        expect(format).toBe('png')
        if (content === photo) expect([width, height]).toEqual([700, 500])
      }
    }
  )

  it('is edited many times in a row without using up the memory of sharp’s WebAssembly build', async () => {
    const recipe = deployedCapabilities.get('image-upscaler')?.recipe
    if (recipe?.kind !== 'picture') throw new Error('The upscaler must create images.')
    const ground = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#a52' } })
      .png()
      .toBuffer()
    for (let seed = 0; seed < 16; seed += 1) {
      const commission = { taskId: 't', body: {}, words: 'Image upscaler', choice: '', seed }
      const png = await pictureThread.run('makePicture', commission, recipe, { ground, face: null, faces: [] })
      expect(png.length).toBeGreaterThan(1_000)
    }
  })

  it('in tiny form is a valid PNG, different for each identity', async () => {
    const [one, other] = [tinyPng('task_1 0', 'x'), tinyPng('task_1 1', 'x')]
    const facts = await sharp(one).metadata()
    expect([facts.format, facts.width, facts.height]).toEqual(['png', 8, 8])
    expect((await sharp(one).raw().toBuffer()).equals(await sharp(other).raw().toBuffer())).toBe(false)
  })
})

describe('a generated video', () => {
  it.each(['16:9', '1:1', '9:16'])('in %s is a complete MP4, unique for each task', async (aspectRatio) => {
    const service = await openTestService()
    const [one = Buffer.alloc(0)] = await resultsOf(service, 'text-to-video', { prompt: 'hills', duration: 3, aspectRatio })
    const [other] = await resultsOf(service, 'text-to-video', { prompt: 'hills', duration: 3, aspectRatio })
    expect((await fileTypeFromBuffer(one))?.mime).toBe('video/mp4')
    expect(digest(one)).not.toBe(digest(other))
    const boxes: string[] = []
    let at = 0
    while (at < one.length) {
      boxes.push(one.toString('latin1', at + 4, at + 8))
      at += one.readUInt32BE(at)
    }
    expect(at).toBe(one.length)
    expect(boxes).toEqual(expect.arrayContaining(['ftyp', 'moov', 'mdat', 'free']))
    expect(one.length).toBeLessThan(300_000)
  })
})

describe('the shipped videos', () => {
  it.each(practiceClips)('are H.264 with the size and duration that their tool sets: $name', async ({ name, width, height }) => {
    const file = new URL(`../../../electron/practice/media/${name}.mp4`, import.meta.url)
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(await readFile(file)) })
    const track = await input.getPrimaryVideoTrack()
    expect([track?.codec, track?.displayWidth, track?.displayHeight]).toEqual(['avc', width, height])
    expect(await input.computeDuration()).toBeCloseTo(clipSeconds, 1)
  })
})

describe('generated audio', () => {
  it.each([
    ['text-to-speech', { text: 'Good morning, kiln. Slowly now.', speed: 0.8, voice: 'ash' }],
    ['sound-effects', { prompt: 'bowls in the wind', duration: 3 }]
  ])('of %s is an audible WAV', async (capability, body) => {
    const service = await openTestService()
    const [wav = Buffer.alloc(0)] = await resultsOf(service, capability, body)
    expect((await fileTypeFromBuffer(wav))?.mime).toBe('audio/wav')
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    const start = wav.indexOf('data') + 8
    const length = wav.readUInt32LE(start - 4)
    expect(start + length).toBe(wav.length)
    const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + start, wav.byteOffset + wav.length))
    const seconds = samples.length / wav.readUInt32LE(wav.indexOf('fmt ') + 12)
    expect(seconds).toBeGreaterThan(1)
    if (capability === 'sound-effects') expect(seconds).toBe(3)
    expect(Math.max(...samples.subarray(0, 40_000))).toBeGreaterThan(2000)
    expect(wav.includes('PRACTICE')).toBe(true)
  })
})

describe('a generated 3D model', () => {
  it.each(['low', 'medium', 'high'])('of %s detail is a binary glTF 2.0 with outward-facing surfaces', async (detail) => {
    const service = await openTestService()
    const [glb = Buffer.alloc(0)] = await resultsOf(service, 'image-to-3d', { imageUrl: 'https://example.org/a.png', detail })
    expect((await fileTypeFromBuffer(glb))?.mime).toBe('model/gltf-binary')
    expect([glb.readUInt32LE(4), glb.readUInt32LE(8)]).toEqual([2, glb.length])
    const jsonLength = glb.readUInt32LE(12)
    const json = JSON.parse(glb.toString('utf8', 20, 20 + jsonLength)) as {
      asset: { version: string }
      accessors: { count: number; min?: number[]; max?: number[] }[]
      bufferViews: { byteOffset: number; byteLength: number }[]
      buffers: { byteLength: number }[]
    }
    const binary = glb.subarray(28 + jsonLength)
    expect(json.asset.version).toBe('2.0')
    expect(json.buffers[0]?.byteLength).toBeLessThanOrEqual(binary.length)
    const view = (index: number): ArrayBuffer => {
      const { byteOffset, byteLength } = json.bufferViews[index] ?? { byteOffset: 0, byteLength: 0 }
      return new Uint8Array(binary.subarray(byteOffset, byteOffset + byteLength)).buffer
    }
    const [positions, normals, colors, indices] = [
      new Float32Array(view(0)),
      new Float32Array(view(1)),
      new Float32Array(view(2)),
      new Uint16Array(view(3))
    ]
    const vertices = json.accessors[0]?.count ?? 0
    expect([positions.length, normals.length, colors.length]).toEqual([vertices * 3, vertices * 3, vertices * 3])
    expect(vertices).toBeLessThan(65_536)
    expect(Math.max(...indices)).toBeLessThan(vertices)
    expect(json.accessors[0]?.min?.[1]).toBe(0)
    expect(json.accessors[0]?.max?.[1]).toBeCloseTo(0.2)

    const vertex = (of: Float32Array, index: number): number[] => [...of.subarray(index * 3, index * 3 + 3)]
    let facing = 0
    let areas = 0
    for (let at = 0; at < indices.length; at += 3) {
      const corners = [0, 1, 2].map((corner) => indices[at + corner] ?? 0)
      const [a = [], b = [], c = []] = corners.map((index) => vertex(positions, index))
      const side = (to: number[]): number[] => to.map((value, axis) => value - (a[axis] ?? 0))
      const [u, v] = [side(b), side(c)]
      const cross = [0, 1, 2].map(
        (axis) => (u[(axis + 1) % 3] ?? 0) * (v[(axis + 2) % 3] ?? 0) - (u[(axis + 2) % 3] ?? 0) * (v[(axis + 1) % 3] ?? 0)
      )
      const normal = [0, 1, 2].map((axis) => corners.reduce((sum, index) => sum + (vertex(normals, index)[axis] ?? 0), 0))
      const area = Math.hypot(...cross)
      areas += area
      if (cross.reduce((sum, value, axis) => sum + value * (normal[axis] ?? 0), 0) > 0) facing += area
    }
    expect(facing / areas).toBeGreaterThan(0.97)
    for (let index = 0; index < vertices; index += 1) expect(Math.hypot(...vertex(normals, index))).toBeCloseTo(1, 4)
  })
})
