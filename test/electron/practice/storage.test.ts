import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { PracticeService } from '../../../electron/practice/practice-service.ts'
import {
  sendRequest,
  runPracticeTask,
  imageGeneratorId,
  imageGenerator3Id,
  openTestService,
  uploadUrlFromResponse,
  submitPracticeTask,
  uploadPracticeFile
} from '../../practice-service/practice-client.ts'
import type { TestResponse } from '../../practice-service/practice-client.ts'

const png = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#cba' } })
  .png()
  .toBuffer()

function grant(service: PracticeService, overrides: object = {}): Promise<TestResponse> {
  const usual = { capability: imageGeneratorId, parameter: 'imageUrl', fileName: 'a.png', contentType: 'image/png', fileSize: png.length }
  return sendRequest(service, 'POST', '/api/v1/files/upload', { body: { ...usual, ...overrides } })
}

function put(url: string, content: Buffer, headers: Record<string, string> = { 'content-type': 'image/png' }): Promise<Response> {
  return fetch(url, { method: 'PUT', headers, body: new Uint8Array(content) })
}

async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { code: string }).code
}

describe('an upload request', () => {
  it.each([
    ['a missing size', { fileSize: undefined }, 'fileSize'],
    ['an empty file', { fileSize: 0 }, 'fileSize'],
    ['more than 10 MB', { fileSize: 10 * 1024 * 1024 + 1 }, 'fileSize'],
    ['a field that accepts no media', { parameter: 'prompt' }, 'parameter'],
    ['an unknown field', { parameter: 'toString' }, 'parameter'],
    ['a type of another medium', { contentType: 'video/mp4' }, 'contentType'],
    ['an invalid type', { contentType: 'image/png\r\nX-Evil: 1' }, 'contentType'],
    ['a name with a path', { fileName: '../a.png' }, 'fileName'],
    ['a number as the name', { fileName: 7 }, 'fileName'],
    ['a negative duration', { duration: -1 }, 'duration']
  ])('is rejected with %s', async (_, overrides, field) => {
    const service = await openTestService()
    const testResponse = await grant(service, overrides)
    expect([testResponse.status, testResponse.body['errorType']]).toEqual([400, 'VALIDATION_ERROR'])
    expect((testResponse.body['details'] as { field: string }[]).map((detail) => detail.field)).toContain(field)
  })

  it.each([
    "it's.png",
    'a b.png',
    '$(touch evil).png',
    '`x`.png',
    '"quoted".png',
    'ümläut 日本.png',
    "'; echo x; '.png",
    '-o.png',
    'a&b|c;d.png'
  ])('returns a command that works in a shell with the file name %s', async (fileName) => {
    const service = await openTestService()
    const folder = await mkdtemp(join(tmpdir(), 'practice-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, fileName), png)
    const { body } = await grant(service, { fileName })
    await promisify(execFile)('sh', ['-c', `${String(body['uploadCommand'])} --fail --silent`], { cwd: folder })
    const stored = Buffer.from(await (await fetch(String(body['fileUrl']))).arrayBuffer())
    expect(stored.equals(png)).toBe(true)
  })
})

describe('an upload address', () => {
  it('accepts exactly the announced number of bytes', async () => {
    const service = await openTestService()
    const { body } = await grant(service)
    const longer = await put(uploadUrlFromResponse(body), Buffer.concat([png, png]))
    expect([longer.status, await codeOf(longer)]).toEqual([400, 'SizeMismatch'])
    const shorter = await put(uploadUrlFromResponse(body), png.subarray(1))
    expect(shorter.status).toBe(400)
    const right = await put(uploadUrlFromResponse(body), png)
    expect(right.status).toBe(200)
    expect(right.headers.get('etag')).toBe(`"${createHash('sha256').update(png).digest('hex')}"`)
  })

  it('requires the length in advance', async () => {
    const service = await openTestService()
    const { body } = await grant(service)
    const status = await new Promise((resolve, reject) => {
      const chunked = request(
        uploadUrlFromResponse(body),
        { method: 'PUT', headers: { 'content-type': 'image/png', 'transfer-encoding': 'chunked' } },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        }
      )
      chunked.on('error', reject)
      chunked.end(png)
    })
    expect(status).toBe(411)
  })

  it('rejects the API key', async () => {
    const service = await openTestService()
    const { body } = await grant(service)
    const response = await put(uploadUrlFromResponse(body), png, { 'content-type': 'image/png', authorization: `Bearer ${service.apiKey}` })
    expect([response.status, await codeOf(response)]).toEqual([400, 'AuthorizationNotAllowed'])
    expect(service.calls().at(-1)).toMatchObject({ on: 'transfer', hasAuthorization: true })
  })

  it('rejects another content type, file name, signature or upload ID', async () => {
    const service = await openTestService()
    const { body } = await grant(service)
    const url = uploadUrlFromResponse(body)
    expect((await put(url, png, { 'content-type': 'image/jpeg' })).status).toBe(400)
    expect((await put(url.replace('/a.png', '/b.png'), png)).status).toBe(403)
    expect(
      (
        await put(
          url.replace(/signature=(.)/, (_, first) => `signature=${first === '0' ? '1' : '0'}`),
          png
        )
      ).status
    ).toBe(403)
    expect(
      (
        await put(
          url.replace(/upload_(\w)/, (_, first) => `upload_${first === '0' ? '1' : '0'}`),
          png
        )
      ).status
    ).toBe(404)
  })

  it('expires', async () => {
    const service = await openTestService({ uploadLifetimeInMs: -1 })
    const { body } = await grant(service)
    const response = await put(uploadUrlFromResponse(body), png)
    expect([response.status, await codeOf(response)]).toEqual([403, 'RequestExpired'])
  })
})

describe('a submission with an uploaded file', () => {
  it('is UPLOAD_NOT_READY until the file arrives', async () => {
    const service = await openTestService()
    const { body } = await grant(service)
    const testResponse = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x', imageUrl: body['fileUrl'] }, 'k')
    expect([testResponse.status, testResponse.body['errorType'], testResponse.headers.get('retry-after')]).toEqual([
      409,
      'UPLOAD_NOT_READY',
      '2'
    ])
    await put(uploadUrlFromResponse(body), png)
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x', imageUrl: body['fileUrl'] }, 'k')).status).toBe(200)
  })

  it('is UPLOAD_EXPIRED after the file expired', async () => {
    const service = await openTestService()
    const fileUrl = await uploadPracticeFile(service, {
      capability: imageGeneratorId,
      parameter: 'imageUrl',
      fileName: 'a.png',
      contentType: 'image/png',
      content: png
    })
    await service.account.change({ expireUploads: true })
    const testResponse = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x', imageUrl: fileUrl })
    expect([testResponse.status, testResponse.body['errorType']]).toEqual([410, 'UPLOAD_EXPIRED'])
    expect((await fetch(fileUrl)).status).toBe(410)
    expect(service.ledger()).toEqual([])
  })

  it('can use an earlier task’s result', async () => {
    const service = await openTestService()
    const first = await runPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    const testResponse = await runPracticeTask(service, imageGeneratorId, { prompt: 'x', imageUrl: first.body.data?.['imageUrl'] })
    expect(testResponse.body.data).toMatchObject({ status: 'completed' })
  })

  const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(16), Buffer.from(new Int32Array([383, -500]).buffer), Buffer.alloc(64)])
  const files: [name: string, content: () => Promise<Buffer> | Buffer, capability: string, accepted: boolean][] = [
    ['a text named as an image', () => Buffer.from('just words, no picture at all'), imageGeneratorId, false],
    ['a video named as an image', () => Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1'), imageGeneratorId, false],
    ['a gif', () => sharp(png).gif().toBuffer(), imageGeneratorId, true],
    ['a gif, for version 3.0', () => sharp(png).gif().toBuffer(), imageGenerator3Id, false],
    ['a tiff', () => sharp(png).tiff().toBuffer(), imageGeneratorId, true],
    ['a webp', () => sharp(png).webp().toBuffer(), imageGenerator3Id, true],
    ['a jpeg', () => sharp(png).jpeg().toBuffer(), imageGenerator3Id, true],
    ['an avif', () => sharp(png).avif().toBuffer(), imageGeneratorId, false],
    ['a short edge of 384, for version 3.0', () => sharp(png).resize(384, 600).png().toBuffer(), imageGenerator3Id, true],
    ['a short edge of 383, for version 3.0', () => sharp(png).resize(383, 600).png().toBuffer(), imageGenerator3Id, false],
    ['a short edge of 383, for the standard generator', () => sharp(png).resize(383, 600).png().toBuffer(), imageGeneratorId, true],
    ['a bmp with a short edge of 383, for version 3.0', () => bmp, imageGenerator3Id, false],
    ['a bmp, for the standard generator', () => bmp, imageGeneratorId, true]
  ]
  it.each(files)('is checked by the file’s content, not by its name: %s', async (_, content, capability, accepted) => {
    const service = await openTestService()
    const fileUrl = await uploadPracticeFile(service, {
      capability,
      parameter: 'imageUrls',
      fileName: 'a.png',
      contentType: 'image/png',
      content: await content()
    })
    const testResponse = await submitPracticeTask(service, capability, { prompt: 'x', imageUrls: [fileUrl] })
    if (accepted) expect(testResponse.body).toMatchObject({ success: true })
    else
      expect(testResponse.body).toMatchObject({
        errorType: 'VALIDATION_ERROR',
        details: [{ field: 'imageUrls[0]', message: expect.any(String) }]
      })
  })

  it('accepts three files in total, but not four', async () => {
    const service = await openTestService()
    const url = 'https://example.org/a.png'
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x', imageUrls: [url, url, url] })).status).toBe(200)
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x', imageUrls: [url, url, url, url] })).status).toBe(400)
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x', imageUrl: url, imageUrls: [url, url, url] })).status).toBe(
      400
    )
  })

  it('costs one additional credit per reference image in version 3.0', async () => {
    const service = await openTestService()
    const url = 'https://example.org/a.png'
    const testResponse = await submitPracticeTask(service, imageGenerator3Id, { prompt: 'x', imageNum: '2', imageUrls: [url, url] })
    expect(testResponse.body).toMatchObject({ creditsConsumed: 22 })
  })
})

describe('a stored result', () => {
  it('is downloaded completely or in ranges', async () => {
    const service = await openTestService()
    const testResponse = await runPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    const url = String(testResponse.body.data?.['imageUrl'])
    const whole = await fetch(url)
    const content = Buffer.from(await whole.arrayBuffer())
    const { sha256, bytes, contentType } = service.tasks()[0]?.outputs[0] ?? { sha256: '', bytes: 0, contentType: '' }
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges'), whole.headers.get('etag')]).toEqual([
      200,
      contentType,
      'bytes',
      `"${sha256}"`
    ])
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256])

    const part = await fetch(url, { headers: { range: 'bytes=5-14' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-14/${bytes}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(5, 15))).toBe(true)

    const rest = await fetch(url, { headers: { range: 'bytes=20-' } })
    expect(Buffer.from(await rest.arrayBuffer()).equals(content.subarray(20))).toBe(true)
    const beyond = await fetch(url, { headers: { range: `bytes=${bytes}-` } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes}`])

    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), (await head.arrayBuffer()).byteLength]).toEqual([200, String(bytes), 0])
    expect((await fetch(url, { headers: { range: 'bytes=5-', 'if-range': '"another"' } })).status).toBe(200)
    expect((await fetch(url, { headers: { range: 'bytes=5-', 'if-range': `"${sha256}"` } })).status).toBe(206)
  })

  it('is available only at its own address, and never with the API key', async () => {
    const service = await openTestService()
    const testResponse = await runPracticeTask(service, imageGeneratorId, { prompt: 'x', imageNum: '2' })
    const url = String(testResponse.body.data?.['imageUrl'])
    expect((await fetch(url.replace('/0/1.png', '/1/2.png'))).status).toBe(403)
    expect((await fetch(url.replace(/expires=\d+/, 'expires=99999999999999'))).status).toBe(403)
    expect((await fetch(url, { headers: { authorization: `Bearer ${service.apiKey}` } })).status).toBe(400)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405)
    expect((await fetch(service.storageUrl)).status).toBe(404)
  })

  it('is unavailable at an expired address', async () => {
    const service = await openTestService({ resultLifetimeInMs: -1 })
    const testResponse = await runPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    const response = await fetch(String(testResponse.body.data?.['imageUrl']))
    expect([response.status, await codeOf(response)]).toEqual([403, 'RequestExpired'])
  })
})
