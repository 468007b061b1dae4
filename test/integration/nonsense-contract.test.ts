import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSetup, standardImageGenerator } from './open-setup.ts'

/** Bodies that a broken, unrelated or hostile service may return instead of its catalogue or OpenAPI document. */
const nonsense: readonly (readonly [what: string, body: string])[] = [
  ['an HTML page', '<!doctype html><title>Just a moment</title>'],
  ['an empty body', ''],
  ['null', 'null'],
  ['half a document', '{"capabilities":[{"id":"face-sw'],
  ['a number', '63'],
  ['an empty object', '{}'],
  ['an empty list', '{"success":true,"capabilities":[]}'],
  ['nested lists', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ['an error with status 200', '{"message":"Internal error","error":{"code":"E42","name":"Oops"}}'],
  ['another service’s greeting', '{"service":{"name":"gateway","description":"Nothing to see here."}}'],
  ['another service’s capabilities', '{"capabilities":[{"id":"translate","title":"Translate"},{"id":"summarise"}]}'],
  ['another service’s contract', '{"openapi":"3.1.0","paths":{"/v1/orders/submit":{"post":{"requestBody":{"content":{}}}}}}'],
  ['names of built-in properties', '{"__proto__":{"capabilities":[{"id":"x"}]},"constructor":{"title":"x"},"paths":{"__proto__":{}}}']
]

describe('a nonsense document', () => {
  it.each(nonsense)('never replaces the contract: %s', async (_what, body) => {
    const setup = await openSetup()
    const before = await setup.studio.capabilities()
    expect(before).toHaveLength(63)
    for (const on of ['catalog', 'openapi'] as const) {
      setup.practice.faults.add({ on, do: { kind: 'answer', httpStatus: 200, body }, times: 3 })
      await setup.studio.checkContract('now')
      expect(await setup.studio.capabilities()).toEqual(before)
      await setup.reopen()
      expect(await setup.studio.capabilities(), `during a start with invalid data for ${on}`).toEqual(before)
      // Waits for the contract check at startup, then checks again.
      await setup.studio.checkContract('now')
      expect(await setup.studio.capabilities(), `after a start with invalid data for ${on}`).toEqual(before)
      expect(setup.practice.faults.list()).toEqual([])
    }
    for (const on of ['catalog', 'openapi'] as const) setup.practice.faults.add({ on, do: { kind: 'answer', httpStatus: 200, body } })
    await expect(setup.studio.checkContract('now')).rejects.toThrow()
    expect(await setup.studio.capabilities()).toEqual(before)
    const made = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a vase' } })
    await setup.until(made.id, 'done')
    expect(setup.charges()).toBe(1)
  })

  it('is accepted if both documents agree', async () => {
    const setup = await openSetup()
    expect(await setup.studio.capabilities()).toHaveLength(63)
    const catalog = '{"capabilities":[{"id":"translate","title":"Translate"}]}'
    const openapi = '{"openapi":"3.1.0","paths":{"/api/v1/translate/submit":{"post":{"requestBody":{"content":{}}}}}}'
    setup.practice.faults.add({ on: 'catalog', do: { kind: 'answer', httpStatus: 200, body: catalog } })
    setup.practice.faults.add({ on: 'openapi', do: { kind: 'answer', httpStatus: 200, body: openapi } })
    await setup.studio.checkContract('now')
    expect((await setup.studio.capabilities()).map(({ title }) => title)).toEqual(['Translate'])
    await setup.studio.checkContract('now')
    expect(await setup.studio.capabilities()).toHaveLength(63)
  })
})

describe('a damaged cache', () => {
  const damage: readonly (readonly [what: string, damaged: (whole: string) => string])[] = [
    ['emptied', () => ''],
    ['cut short', (whole) => whole.slice(0, whole.length / 2)],
    ['edited manually', (whole) => whole.replace('face-swap', 'face-swop')],
    ['full of zeros', (whole) => '\0'.repeat(whole.length)],
    ['from another program', () => '{"version":1,"catalog":null,"openapi":null,"__proto__":{"catalog":{}}}']
  ]
  it.each(damage)('is replaced from the service, and fallback capabilities apply until then: %s', async (_how, damaged) => {
    const setup = await openSetup()
    const before = await setup.studio.capabilities()
    const folder = join(setup.dataDir, 'contracts')
    const [name = ''] = await readdir(folder)
    const whole = await readFile(join(folder, name), 'utf8')
    await setup.reopen({ connection: null })
    await writeFile(join(folder, name), damaged(whole))
    await setup.reopen()
    expect(await setup.studio.capabilities()).toEqual(before)
    await setup.reopen({ connection: null })
    await writeFile(join(folder, name), damaged(whole))
    for (const on of ['catalog', 'openapi'] as const) setup.practice.faults.add({ on, do: { kind: 'html' }, times: 9 })
    await setup.reopen()
    expect((await setup.studio.capabilities()).map(({ id }) => id)).toContain(standardImageGenerator)
  })
})
