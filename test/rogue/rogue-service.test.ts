import { describe, expect, it } from 'vitest'
import { rogueImageGeneratorId, openRogueSetup } from './open-rogue-setup.ts'

describe('the rogue service', () => {
  it('serves a plain task from submission to file', async () => {
    const setup = await openRogueSetup()
    const task = await setup.ask({ imageNum: '2' })
    await setup.until(task.id, 'done')
    expect(await setup.savedDigests()).toEqual(
      setup
        .known(task.id)
        ?.outputs.flatMap(({ sha256 }) => sha256)
        .toSorted()
    )
    expect([setup.charges(), setup.service.ledger()[0]?.credits]).toEqual([1, 10])
    expect(setup.service.violations()).toEqual([])
  })

  it('charges one task for one key, and reports violations by the client', async () => {
    const { service } = await openRogueSetup()
    const post = async (key: string, prompt: string, apiKey = service.account.apiKey()): Promise<number> => {
      const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': key, 'content-type': 'application/json' }
      const answer = await fetch(`${service.url}/api/v1/${rogueImageGeneratorId}/submit`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ prompt })
      })
      await answer.text()
      return answer.status
    }
    const second = service.accounts.create('second')
    expect(await post('k1', 'a vase')).toBe(200)
    expect(await post('k1', 'a vase')).toBe(200)
    expect([service.ledger().length, service.violations()]).toEqual([1, []])
    expect(await post('k1', 'another vase')).toBe(409)
    expect(await post('k1', 'a vase', second.apiKey())).toBe(200)
    expect(await post('k2', 'a vase')).toBe(200)
    expect(await post('k2', 'a vase', second.replaceKeys().replace('sk', 'xx'))).toBe(401)
    const rules = new Set(service.violations().map(({ rule }) => rule))
    expect(rules).toEqual(new Set(['one key has one body', 'a key stays with its account', 'an accepted request isn’t sent again']))
  })
})
