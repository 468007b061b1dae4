import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import {
  sendRequest,
  waitForEnd,
  runPracticeTask,
  imageGeneratorId,
  openTestService,
  uploadUrlFromResponse,
  queryPracticeTask,
  submitPracticeTask
} from '../../practice-service/practice-client.ts'
import { validValueArbitrary } from './schema-values.ts'

describe('the six endpoints', () => {
  it('list the capabilities with everything that a form needs', async () => {
    const service = await openTestService()
    const { status, body } = await sendRequest(service, 'GET', '/api/v1/capabilities')
    const capabilities = body['capabilities'] as Record<string, unknown>[]
    expect(status).toBe(200)
    expect(new Set(capabilities.map((entry) => entry['category']))).toEqual(
      new Set(['image', 'video', 'audio', '3d', 'face-swap', 'effects'])
    )
    expect(capabilities.map((entry) => entry['capability'])).toEqual(
      expect.arrayContaining(['imgmodel-image-generator', 'imgmodel-3-0-image-generator', 'face-swap', 'video-face-swap', 'video-upscaler'])
    )
    expect(capabilities[0]).toMatchObject({
      resultField: 'imageUrl',
      pricing: { kind: 'per-output', base: 5, countField: 'imageNum' },
      submitPath: '/api/v1/imgmodel-image-generator/submit'
    })
  })

  it('return an OpenAPI 3.1 document with paths for every capability', async () => {
    const service = await openTestService()
    const { body } = await sendRequest(service, 'GET', '/api/v1/openapi.json')
    const catalog = await sendRequest(service, 'GET', '/api/v1/capabilities')
    expect(body['openapi']).toBe('3.1.0')
    const paths = Object.keys(body['paths'] as object)
    for (const entry of catalog.body['capabilities'] as { submitPath: string; queryPath: string }[])
      expect(paths).toEqual(expect.arrayContaining([entry.submitPath, entry.queryPath]))
    expect(paths).toEqual(
      expect.arrayContaining(['/api/v1/capabilities', '/api/v1/openapi.json', '/api/v1/files/upload', '/api/v1/tasks/recent'])
    )
  })

  it('accept a submission and immediately return its task ID and credits', async () => {
    const service = await openTestService()
    const { status, headers, body } = await submitPracticeTask(service, imageGeneratorId, { prompt: 'a vase', imageNum: '3' }, 'key-1')
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, taskId: expect.stringMatching(/^task_/), creditsConsumed: 15, creditsRequired: 15 })
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(service.ledger()).toEqual([
      { at: expect.any(Number), kind: 'charge', idempotencyKey: 'key-1', taskId: body['taskId'], capability: imageGeneratorId, credits: 15 }
    ])
  })

  it('answer a query with a progress status, then with the result', async () => {
    const service = await openTestService({ timeScale: 0.06 })
    const { body } = await submitPracticeTask(service, imageGeneratorId, { prompt: 'a vase', imageNum: '2' })
    let last = await queryPracticeTask(service, imageGeneratorId, body['taskId'])
    while (last.body.data?.['status'] !== 'completed') {
      expect(['queued', 'preparing', 'processing', 'finishing']).toContain(last.body.data?.['status'])
      expect(last.body.data).not.toHaveProperty('imageUrl')
      last = await queryPracticeTask(service, imageGeneratorId, body['taskId'])
    }
    const data = last.body.data as { imageUrl: string; imageUrls: string[] }
    expect(data.imageUrls).toHaveLength(2)
    expect(data.imageUrl).toBe(data.imageUrls[0])
    expect(new URL(data.imageUrl).origin).toBe(service.storageUrl)
    expect(service.storageUrl).not.toBe(service.url)
  })

  it('defer a face swap’s charge until it is done', async () => {
    const service = await openTestService()
    const body = { targetImageUrl: 'https://example.org/a.jpg', referenceFaceImageUrl: 'https://example.org/b.jpg' }
    const taken = await submitPracticeTask(service, 'face-swap', body)
    expect(taken.body).toMatchObject({ creditsConsumed: 0, creditsRequired: 1, usageDeferred: true })
    await waitForEnd(service, taken.body['taskId'])
    const testResponse = await queryPracticeTask(service, 'face-swap', taken.body['taskId'])
    expect(testResponse.body).toMatchObject({ creditsConsumed: 1, usageDeferred: false, data: { status: 'completed' } })
    expect(service.ledger()).toMatchObject([{ kind: 'charge', credits: 1 }])
  })

  it('list the requested number of recent tasks, newest first', async () => {
    const service = await openTestService()
    for (const key of ['first', 'second', 'third']) await submitPracticeTask(service, imageGeneratorId, { prompt: key }, key)
    const { body } = await sendRequest(service, 'GET', '/api/v1/tasks/recent?limit=2')
    expect(body.data?.['tasks']).toMatchObject([
      {
        taskId: expect.any(String),
        capability: imageGeneratorId,
        status: expect.any(String),
        createdAt: expect.stringMatching(/Z$/),
        idempotencyKey: 'third'
      },
      { idempotencyKey: 'second' }
    ])
  })

  it('grant an upload with a curl command and the file’s URL', async () => {
    const service = await openTestService()
    const uploadRequest = {
      capability: imageGeneratorId,
      parameter: 'imageUrl',
      fileName: 'a photo.png',
      localPath: 'a photo.png',
      contentType: 'image/png',
      fileSize: 7
    }
    const { status, body } = await sendRequest(service, 'POST', '/api/v1/files/upload', { body: uploadRequest })
    expect(status).toBe(200)
    expect(body['uploadCommand']).toBe(`curl -X PUT -T 'a photo.png' -H 'Content-Type: image/png' '${uploadUrlFromResponse(body)}'`)
    expect(String(body['fileUrl'])).toMatch(new RegExp(`^${service.storageUrl}/uploads/upload_\\w+/a%20photo\\.png$`))
  })

  it('send a unique X-Request-Id with every response', async () => {
    const service = await openTestService()
    const answers = await Promise.all([
      sendRequest(service, 'GET', '/api/v1/capabilities'),
      sendRequest(service, 'GET', '/api/v1/capabilities', { headers: { authorization: undefined } }),
      sendRequest(service, 'GET', '/nowhere'),
      sendRequest(service, 'POST', '/api/v1/files/upload', { raw: '{' }),
      submitPracticeTask(service, imageGeneratorId, {})
    ])
    const ids = answers.map((answer) => answer.headers.get('x-request-id'))
    expect(ids.every((id) => id !== null && id.length > 10)).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('generate a result for every capability of the deployment', async () => {
    const service = await openTestService()
    const bodies: Record<string, object> = {
      'face-swap': { targetImageUrl: 'https://example.org/a.jpg', referenceFaceImageUrl: 'https://example.org/b.jpg' },
      'video-face-swap': { targetVideoUrl: 'https://example.org/a.mp4', referenceFaceImageUrl: 'https://example.org/b.jpg' },
      'video-upscaler': { videoURL: 'https://example.org/a.mp4', scale: 4 },
      'text-to-video': { prompt: 'hills', duration: 4 },
      'text-to-speech': { text: 'Hello there.' },
      'sound-effects': { prompt: 'bowls', duration: 2 },
      'image-to-3d': { imageUrl: 'https://example.org/a.jpg' },
      'background-removal': { imageUrl: 'https://example.org/a.jpg' },
      'glaze-effect': { imageUrl: 'https://example.org/a.jpg', glaze: 'ember' }
    }
    const catalog = await sendRequest(service, 'GET', '/api/v1/capabilities')
    for (const { capability, resultField } of catalog.body['capabilities'] as { capability: string; resultField: string }[]) {
      const schema = deployedCapabilities.get(capability)?.inputSchema ?? {}
      const isMaker = capability.endsWith('-image-generator')
      const [any = {}] = isMaker
        ? [{ prompt: 'a vase' }]
        : fc.sample(validValueArbitrary(schema) as fc.Arbitrary<object>, { numRuns: 1, seed: 5 })
      const testResponse = await runPracticeTask(service, capability, bodies[capability] ?? any)
      expect(testResponse.body.data, capability).toMatchObject({ status: 'completed', [resultField]: expect.stringMatching(/^http/) })
    }
  })
})
