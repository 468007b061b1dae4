import { describe, expect, it } from 'vitest'
import { fourMoreOf } from '../../renderer/actions/four-more.ts'
import { actionValues, resultActions } from '../../renderer/actions/result-actions.ts'
import type { Capability } from '../../shared/form/capability.ts'
import { estimateCredits } from '../../shared/form/pricing.ts'
import type { Task } from '../../shared/task/task.ts'
import { imageGenerator3, openSetup, type Setup, standardImageGenerator } from './open-setup.ts'

const credits = (capability: Capability, values: Parameters<typeof estimateCredits>[1]): number =>
  estimateCredits(capability, values).credits ?? Number.NaN

/** What the service’s ledger charged for these tasks, in credits. */
async function chargedFor(setup: Setup, tasks: readonly Task[]): Promise<number> {
  const done = await Promise.all(tasks.map(({ id }) => setup.until(id, 'done')))
  const ids = new Set(done.map(({ taskId }) => taskId))
  return setup.practice.ledger().reduce((sum, { taskId, credits: charge }) => sum + (ids.has(taskId) ? charge : 0), 0)
}

/** Generates images and returns their library items. */
async function generate(setup: Setup, count: number): Promise<readonly string[]> {
  const tasks: Task[] = []
  for (let place = 1; place <= count; place += 1)
    tasks.push(await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: `vase ${place}` } }))
  const done = await Promise.all(tasks.map(({ id }) => setup.until(id, 'done')))
  return done.flatMap(({ results }) => results.map(({ id }) => id))
}

describe('the price of an action', () => {
  it('is the price of the form and the charge in the ledger, for one result', async () => {
    const setup = await openSetup({ practice: { startingCredits: 100_000 } })
    const [item = ''] = await generate(setup, 1)
    const ready = resultActions(await setup.studio.capabilities(), [{ id: item, medium: 'image' }], new Map()).filter(
      ({ isReady }) => isReady
    )
    expect(ready.length).toBeGreaterThan(4)
    const prices: (readonly [string, number, number])[] = []
    for (const action of ready) {
      const values = actionValues(action, [item])
      const shown = credits(action.capability, values)
      const task = await setup.studio.submit({ capability: action.capability.id, values, from: [{ item, how: 'action' }] })
      expect(task.credits.estimated).toBe(shown)
      prices.push([action.capability.id, shown, await chargedFor(setup, [task])])
    }
    expect(prices.map(([id, , charged]) => [id, charged])).toEqual(prices.map(([id, shown]) => [id, shown]))
  })

  it('is twelve times the charge for twelve results, in one batch', async () => {
    const setup = await openSetup({ practice: { startingCredits: 100_000 } })
    const items = await generate(setup, 12)
    const inputs = items.map((id) => ({ id, medium: 'image' }) as const)
    const action = resultActions(await setup.studio.capabilities(), inputs, new Map()).find(
      ({ capability }) => capability.id === 'image-upscaler'
    )!
    const shown = credits(action.capability, actionValues(action, items.slice(0, 1))) * items.length
    const plan = await setup.studio.planBatch({
      capability: action.capability.id,
      values: action.settings,
      source: { way: 'grid', axes: [{ field: action.field.name, values: items.map((item) => ({ item })) }] },
      onProgress: () => undefined,
      signal: new AbortController().signal
    })
    expect([plan.count, plan.credits]).toEqual([12, { known: shown, unknownRows: 0 }])
    const batch = await setup.studio.startBatch(plan.id, { skipInvalid: false })
    const tasks = setup.studio.tasks({ includeHidden: true }).filter((task) => task.batch?.id === batch.id)
    expect(tasks.map(({ from }) => from.map(({ item }) => item))).toEqual(expect.arrayContaining(items.map((item) => [item])))
    expect(await chargedFor(setup, tasks)).toBe(shown)
  })

  it('is the charge for “Four more like this”', async () => {
    const setup = await openSetup({ practice: { startingCredits: 100_000 } })
    const generator = (await setup.studio.capabilities()).find(({ id }) => id === imageGenerator3)!
    const { values, times } = fourMoreOf(generator, { prompt: 'a vase', seed: 7 })
    expect([times, Object.hasOwn(values, 'seed')]).toEqual([1, false])
    const task = await setup.studio.submit({ capability: generator.id, values })
    const done = await setup.until(task.id, 'done')
    expect(done.results).toHaveLength(4)
    expect(await chargedFor(setup, [task])).toBe(credits(generator, values))
  })
})
