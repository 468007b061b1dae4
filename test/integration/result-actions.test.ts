import { describe, expect, it } from 'vitest'
import { fourMoreOf } from '../../renderer/actions/four-more.ts'
import { actionValues, resultActions } from '../../renderer/actions/result-actions.ts'
import type { CapabilityUse } from '../../renderer/actions/result-actions.ts'
import type { Capability } from '../../shared/form/capability.ts'
import { allFieldsOf } from '../../shared/form/fields.ts'
import { estimateCredits } from '../../shared/form/pricing.ts'
import type { Values } from '../../shared/form/values.ts'
import type { Task } from '../../shared/task/task.ts'
import { imageGenerator3, openSetup, type Setup, standardImageGenerator } from './open-setup.ts'

const credits = (capability: Capability, values: Parameters<typeof estimateCredits>[1]): number =>
  estimateCredits(capability, values).credits ?? Number.NaN

/** Returns the credits that the service’s ledger charged for these tasks. */
async function chargedFor(setup: Setup, tasks: readonly Task[]): Promise<number> {
  const done = await Promise.all(tasks.map(({ id }) => setup.until(id, 'done')))
  const ids = new Set(done.map(({ taskId }) => taskId))
  return setup.practice.ledger().reduce((sum, { taskId, credits: charge }) => sum + (ids.has(taskId) ? charge : 0), 0)
}

/** For each medium, a capability that generates it, with the values to submit. */
const generators: Record<'image' | 'video' | 'audio', readonly [string, Values]> = {
  image: [standardImageGenerator, { prompt: 'a vase' }],
  video: ['text-to-video', { prompt: 'a vase turns', duration: 5 }],
  audio: ['sound-effects', { prompt: 'rain on a roof', duration: 3 }]
}

/** Generates results of a medium and returns their library items. */
async function generate(setup: Setup, medium: keyof typeof generators, count: number): Promise<readonly string[]> {
  const [capability, values] = generators[medium]
  const tasks: Task[] = []
  for (let place = 1; place <= count; place += 1) tasks.push(await setup.studio.submit({ capability, values }))
  const done = await Promise.all(tasks.map(({ id }) => setup.until(id, 'done')))
  return done.flatMap(({ results }) => results.slice(0, 1).map(({ id }) => id))
}

/** Returns an earlier use of every capability. In each choice field, the last option is selected. */
function lastOptions(capabilities: readonly Capability[]): ReadonlyMap<string, CapabilityUse> {
  return new Map(
    capabilities.map((capability) => {
      const choices = allFieldsOf(capability).flatMap((field) =>
        field.kind === 'choice' ? [[field.name, field.options.at(-1)?.value]] : []
      )
      return [capability.id, { count: 1, values: Object.fromEntries(choices) as Values }]
    })
  )
}

describe('the price of every action that needs no form', () => {
  it.each([
    ['image', 'no earlier use'],
    ['image', 'settings of an earlier task'],
    ['video', 'no earlier use'],
    ['video', 'settings of an earlier task'],
    ['audio', 'no earlier use'],
    ['audio', 'settings of an earlier task']
  ] as const)('is the charge in the ledger, for one and for twelve results: %s, %s', async (medium, use) => {
    const setup = await openSetup({ practice: { startingCredits: 1_000_000 } })
    const items = await generate(setup, medium, 12)
    const [item = ''] = items
    const capabilities = await setup.studio.capabilities()
    const uses = use === 'no earlier use' ? new Map<string, CapabilityUse>() : lastOptions(capabilities)
    const inputs = await Promise.all(
      items.map(async (id) => ({ id, medium, facts: await setup.studio.inspect((await setup.studio.library.fileOf(id))?.path ?? '') }))
    )
    // Only the service knows the price of the other actions.
    const ready = resultActions(capabilities, inputs, uses).filter(
      ({ isReady, capability }) => isReady && capability.pricing.kind !== 'unknown'
    )
    expect(ready.length).toBeGreaterThan(0)
    const sent = []
    for (const action of ready) {
      const id = action.capability.id
      const shown = credits(action.capability, actionValues(action, [item]))
      const values = items.map((one) => (action.field.isMany ? [{ item: one }] : { item: one }))
      const plan = await setup.studio.planBatch({
        capability: id,
        values: action.settings,
        source: { way: 'grid', axes: [{ field: action.field.name, values }] },
        onProgress: () => undefined,
        signal: new AbortController().signal
      })
      const batch = await setup.studio.startBatch(plan.id, { skipInvalid: false })
      const rows = setup.studio.tasks({ includeHidden: true }).filter((task) => task.batch?.id === batch.id)
      expect(new Set(rows.flatMap(({ from }) => from.map((source) => source.item)))).toEqual(new Set(items))
      const alone = await setup.studio.submit({
        capability: id,
        values: actionValues(action, [item]),
        from: [{ item, how: 'action' }]
      })
      const estimates = [shown, alone.credits.estimated, plan.credits.known]
      sent.push({ id, shown, estimates, alone, rows })
    }
    for (const { id, shown, estimates, alone, rows } of sent) {
      const charged = [await chargedFor(setup, [alone]), await chargedFor(setup, rows)]
      expect([id, ...estimates, ...charged]).toEqual([id, shown, shown, shown * 12, shown, shown * 12])
    }
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
