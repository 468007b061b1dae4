import { describe, expect, it } from 'vitest'
import {
  sendRequest,
  imageGeneratorId,
  imageGenerator3Id,
  openTestService,
  submitPracticeTask
} from '../../practice-service/practice-client.ts'

describe('an idempotency key', () => {
  it('returns the same response for the same body, with one charge', async () => {
    const service = await openTestService()
    const first = await submitPracticeTask(service, imageGeneratorId, { prompt: 'a vase' }, 'k')
    const again = await submitPracticeTask(service, imageGeneratorId, { prompt: 'a vase' }, 'k')
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(service.tasks()).toHaveLength(1)
    expect(service.ledger()).toHaveLength(1)
  })

  it('returns the same response even if the account has no credits left', async () => {
    const service = await openTestService({ startingCredits: 5 })
    const first = await submitPracticeTask(service, imageGeneratorId, { prompt: 'a vase' }, 'k')
    expect(service.account.view().balance).toBe(0)
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'a vase' }, 'k')).body).toEqual(first.body)
  })

  it.each([
    ['another prompt', imageGeneratorId, '{"prompt":"a bowl"}'],
    ['the same values in different bytes', imageGeneratorId, '{ "prompt": "a vase" }'],
    ['another capability', imageGenerator3Id, '{"prompt":"a vase"}']
  ])('conflicts with %s', async (_, capability, raw) => {
    const service = await openTestService()
    await submitPracticeTask(service, imageGeneratorId, { prompt: 'a vase' }, 'k')
    const testResponse = await sendRequest(service, 'POST', `/api/v1/${capability}/submit`, { raw, headers: { 'idempotency-key': 'k' } })
    expect([testResponse.status, testResponse.body['errorType']]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
    expect(service.tasks()).toHaveLength(1)
    expect(service.ledger()).toHaveLength(1)
  })

  it('is in progress while its first submission runs', async () => {
    const service = await openTestService()
    service.faults.add({ on: 'submit', do: { kind: 'delay', delayInMs: 300 } })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => submitPracticeTask(service, imageGeneratorId, { prompt: 'a vase' }, 'k'))
    )
    const refused = answers.filter((answer) => answer.status === 409)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(refused).toHaveLength(4)
    for (const answer of refused) {
      expect(answer.body['errorType']).toBe('IDEMPOTENCY_IN_PROGRESS')
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'a vase' }, 'k')).status).toBe(200)
    expect(service.ledger()).toHaveLength(1)
  })

  it('is never charged twice, even by concurrent submissions', async () => {
    const service = await openTestService({ startingCredits: 100 })
    const keys = Array.from({ length: 60 }, (_, index) => `key-${index % 12}`)
    await Promise.all(keys.map((key) => submitPracticeTask(service, imageGeneratorId, { prompt: key }, key)))
    expect(service.tasks()).toHaveLength(12)
    expect(service.ledger()).toHaveLength(12)
    expect(service.account.view().balance).toBe(40)
  })

  it('can’t overdraw the account together with others', async () => {
    const service = await openTestService({ startingCredits: 25 })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }, `key-${index}`))
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5)
    expect(service.account.view().balance).toBe(0)
  })

  it('can be used again after a definite rejection', async () => {
    const service = await openTestService()
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: '' }, 'k')).status).toBe(400)
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'a vase' }, 'k')).status).toBe(200)
  })
})
