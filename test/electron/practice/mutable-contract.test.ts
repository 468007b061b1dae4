import { describe, expect, it } from 'vitest'
import {
  sendRequest,
  waitForEnd,
  imageGeneratorId,
  openTestService,
  queryPracticeTask,
  submitPracticeTask
} from '../../practice-service/practice-client.ts'

describe('a contract that changes at runtime', () => {
  it('is updated in both documents, validates requests, and can be reset', async () => {
    const service = await openTestService()
    service.contract.move([
      { kind: 'add-capability', like: imageGeneratorId, id: 'clay-generator', title: 'Clay generator' },
      { kind: 'remove-capability', id: 'face-swap' },
      { kind: 'set-field', capability: imageGeneratorId, field: 'mood', schema: { enum: ['calm', 'wild'] }, isRequired: true },
      { kind: 'remove-field', capability: imageGeneratorId, field: 'imageNum' }
    ])
    const catalog = (await sendRequest(service, 'GET', '/api/v1/capabilities')).body['capabilities'] as { capability: string }[]
    const ids = catalog.map(({ capability }) => capability)
    expect(ids).toContain('clay-generator')
    expect(ids).not.toContain('face-swap')
    const openapi = JSON.stringify((await sendRequest(service, 'GET', '/api/v1/openapi.json')).body)
    expect(openapi).toContain('/api/v1/clay-generator/submit')
    expect(openapi).not.toContain('/api/v1/face-swap/submit')

    expect((await submitPracticeTask(service, 'face-swap', {})).body['errorType']).toBe('CAPABILITY_NOT_ENABLED')
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })).status).toBe(400)
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x', mood: 'calm', imageNum: '2' })).status).toBe(400)
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x', mood: 'calm' })).status).toBe(200)
    expect((await submitPracticeTask(service, 'clay-generator', { prompt: 'x' })).status).toBe(200)

    service.contract.reset()
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x', imageNum: '2' })).status).toBe(200)
  })

  it('charges the current price, whether visible or hidden', async () => {
    const service = await openTestService()
    service.contract.move([{ kind: 'set-price', capability: imageGeneratorId, credits: 9 }])
    await submitPracticeTask(service, imageGeneratorId, { prompt: 'x', imageNum: '3' })
    service.contract.move([{ kind: 'set-price', capability: imageGeneratorId, credits: null }])
    await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    const catalog = (await sendRequest(service, 'GET', '/api/v1/capabilities')).body['capabilities'] as {
      capability: string
      pricing: object
    }[]
    expect(catalog.find(({ capability }) => capability === imageGeneratorId)?.pricing).toEqual({ kind: 'unknown' })
    expect(service.ledger().map(({ credits }) => credits)).toEqual([9, 9])
  })

  it('finishes tasks that were accepted before', async () => {
    const service = await openTestService({ timeScale: 0.01 })
    const { body } = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    service.contract.move([{ kind: 'remove-capability', id: imageGeneratorId }])
    await waitForEnd(service, body['taskId'])
    service.contract.reset()
    expect((await queryPracticeTask(service, imageGeneratorId, body['taskId'])).body.data?.['status']).toBe('completed')
  })

  it('changes fields in every variant of a body', async () => {
    const service = await openTestService()
    service.contract.move([{ kind: 'set-field', capability: 'text-to-video', field: 'mood', schema: { type: 'string' } }])
    const openapi = JSON.stringify((await sendRequest(service, 'GET', '/api/v1/openapi.json')).body)
    expect(openapi).toContain('"mood"')
  })

  it('rejects an invalid change without applying any of it', async () => {
    const service = await openTestService()
    expect(() =>
      service.contract.move([
        { kind: 'remove-capability', id: 'face-swap' },
        { kind: 'remove-field', capability: 'no-such-thing', field: 'x' }
      ])
    ).toThrow('no-such-thing')
    const answer = await sendRequest(service, 'POST', '/practice/contract', { body: [{ kind: 'remove-capability', id: 'lip-sync' }] })
    expect(answer.body['total']).toBe(62)
    expect((await sendRequest(service, 'DELETE', '/practice/contract')).body['total']).toBe(63)
    expect((await sendRequest(service, 'POST', '/practice/contract', { body: [{ kind: 'dance' }] })).status).toBe(400)
  })
})
