import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStory, standard } from './open-story.ts'

/** What a broken, foreign or hostile service may hand out in place of its two documents. */
const nonsense: readonly (readonly [what: string, body: string])[] = [
  ['a page of HTML', '<!doctype html><title>Just a moment</title>'],
  ['nothing', ''],
  ['null', 'null'],
  ['half a document', '{"capabilities":[{"id":"face-sw'],
  ['a number', '63'],
  ['an empty object', '{}'],
  ['an empty list', '{"success":true,"capabilities":[]}'],
  ['lists in lists', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ['an error that calls itself an answer', '{"message":"Internal error","error":{"code":"E42","name":"Oops"}}'],
  ['a greeting of another service', '{"service":{"name":"gateway","description":"Nothing to see here."}}'],
  ['capabilities of another service', '{"capabilities":[{"id":"translate","title":"Translate"},{"id":"summarise"}]}'],
  ['a contract of another service', '{"openapi":"3.1.0","paths":{"/v1/orders/submit":{"post":{"requestBody":{"content":{}}}}}}'],
  ['names that everything has', '{"__proto__":{"capabilities":[{"id":"x"}]},"constructor":{"title":"x"},"paths":{"__proto__":{}}}']
]

describe('a nonsense document', () => {
  it.each(nonsense)('never takes the contract away: %s', async (_what, body) => {
    const story = await openStory()
    const before = await story.studio.capabilities()
    expect(before).toHaveLength(63)
    for (const on of ['catalog', 'openapi'] as const) {
      story.practice.faults.add({ on, do: { kind: 'answer', httpStatus: 200, body }, times: 3 })
      await story.studio.lookAtContract('now')
      expect(await story.studio.capabilities()).toEqual(before)
      await story.reopen()
      expect(await story.studio.capabilities(), `at a start with nonsense for ${on}`).toEqual(before)
      // Waits for the reading that goes on behind the start, and reads once more.
      await story.studio.lookAtContract('now')
      expect(await story.studio.capabilities(), `after a start with nonsense for ${on}`).toEqual(before)
      expect(story.practice.faults.list()).toEqual([])
    }
    for (const on of ['catalog', 'openapi'] as const) story.practice.faults.add({ on, do: { kind: 'answer', httpStatus: 200, body } })
    await expect(story.studio.lookAtContract('now')).rejects.toThrow()
    expect(await story.studio.capabilities()).toEqual(before)
    const made = await story.studio.submit({ capability: standard, values: { prompt: 'a vase' } })
    await story.until(made.id, 'done')
    expect(story.charges()).toBe(1)
  })

  it('is believed when both documents speak of the same', async () => {
    const story = await openStory()
    expect(await story.studio.capabilities()).toHaveLength(63)
    const catalog = '{"capabilities":[{"id":"translate","title":"Translate"}]}'
    const openapi = '{"openapi":"3.1.0","paths":{"/api/v1/translate/submit":{"post":{"requestBody":{"content":{}}}}}}'
    story.practice.faults.add({ on: 'catalog', do: { kind: 'answer', httpStatus: 200, body: catalog } })
    story.practice.faults.add({ on: 'openapi', do: { kind: 'answer', httpStatus: 200, body: openapi } })
    await story.studio.lookAtContract('now')
    expect((await story.studio.capabilities()).map(({ title }) => title)).toEqual(['Translate'])
    await story.studio.lookAtContract('now')
    expect(await story.studio.capabilities()).toHaveLength(63)
  })
})

describe('a damaged cache', () => {
  const damage: readonly (readonly [what: string, damaged: (whole: string) => string])[] = [
    ['emptied', () => ''],
    ['cut short', (whole) => whole.slice(0, whole.length / 2)],
    ['changed by a hand', (whole) => whole.replace('face-swap', 'face-swop')],
    ['full of zeros', (whole) => '\0'.repeat(whole.length)],
    ['of another program', () => '{"version":1,"catalog":null,"openapi":null,"__proto__":{"catalog":{}}}']
  ]
  it.each(damage)('is read anew from the service, and until then the floor stands: %s', async (_how, damaged) => {
    const story = await openStory()
    const before = await story.studio.capabilities()
    const folder = join(story.dataDir, 'contracts')
    const [name = ''] = await readdir(folder)
    const whole = await readFile(join(folder, name), 'utf8')
    await story.reopen({ connection: null })
    await writeFile(join(folder, name), damaged(whole))
    await story.reopen()
    expect(await story.studio.capabilities()).toEqual(before)
    await story.reopen({ connection: null })
    await writeFile(join(folder, name), damaged(whole))
    for (const on of ['catalog', 'openapi'] as const) story.practice.faults.add({ on, do: { kind: 'html' }, times: 9 })
    await story.reopen()
    expect((await story.studio.capabilities()).map(({ id }) => id)).toContain(standard)
  })
})
